package dev.hyperterse.runtime.connector.postgres.wire;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;

/** A connection that the engine has let in. Who writes and who reads are up to the owner; closing is for anybody. */
public final class WireConnection implements Closeable {
    private final Socket socket;
    private final OutputStream out;
    private final ServerMessages messages;
    private final Map<String, String> reported;
    private final CancelRequest cancelRequest;

    WireConnection(
            Socket socket,
            OutputStream out,
            ServerMessages messages,
            Map<String, String> reported,
            CancelRequest cancelRequest) {
        this.socket = socket;
        this.out = out;
        this.messages = messages;
        this.reported = reported;
        this.cancelRequest = cancelRequest;
    }

    /** Until now the engine had to answer in time for a start. */
    void started(Duration socketTimeout) throws IOException {
        socket.setSoTimeout((int) Math.min(socketTimeout.toMillis(), Integer.MAX_VALUE));
    }

    public void send(ClientMessages outgoing) throws IOException {
        outgoing.writeTo(out);
    }

    public ServerMessages messages() {
        return messages;
    }

    /** The settings that the engine has reported, to be kept up to date by who reads. */
    public Map<String, String> reported() {
        return reported;
    }

    /** What the operating system takes of what is sent without waiting for the engine to read. */
    public int sendBuffer() throws IOException {
        return socket.getSendBufferSize();
    }

    /** Asks the engine to stop what runs here, on a connection of its own, and waits until it was asked. */
    public void cancel() throws IOException {
        cancelRequest.send();
    }

    /** Takes leave of the engine. Only when nobody else writes. */
    public void terminate() {
        try {
            send(new ClientMessages().terminate());
        } catch (IOException alreadyGone) {
            // It was to be gone.
        }
        close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // It was to be gone.
        }
    }
}
