package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;

/** An authenticated connection. The owner decides which threads write and read; any thread may close. */
public final class WireConnection implements Closeable {
    private final Link link;
    private final OutputStream out;
    private final ServerMessages messages;
    private final Map<String, String> reported;
    private final CancelRequest cancelRequest;
    private Duration silence = Duration.ZERO;

    WireConnection(
            Link link,
            OutputStream out,
            ServerMessages messages,
            Map<String, String> reported,
            CancelRequest cancelRequest) {
        this.link = link;
        this.out = out;
        this.messages = messages;
        this.reported = reported;
        this.cancelRequest = cancelRequest;
    }

    /** Ends the timeout of the start-up. */
    void started(Duration usualSilence) throws IOException {
        silence = usualSilence;
        allowSilence(usualSilence);
    }

    /** Sets the read timeout to that time, or to the usual one if that is shorter. */
    public void shortenSilence(Duration longest) throws IOException {
        allowSilence(silence.isZero() || longest.compareTo(silence) < 0 ? longest : silence);
    }

    public void allowUsualSilence() throws IOException {
        allowSilence(silence);
    }

    private void allowSilence(Duration longest) throws IOException {
        link.socket().setSoTimeout((int) Math.min(longest.toMillis(), Integer.MAX_VALUE));
    }

    public void send(ClientMessages outgoing) throws IOException {
        outgoing.writeTo(out);
    }

    public ServerMessages messages() {
        return messages;
    }

    /** Whether there is unread input, such as the error that the engine sends before it closes the connection. */
    public boolean hasInput() {
        try {
            return link.plain().getInputStream().available() > 0;
        } catch (IOException closed) {
            return true;
        }
    }

    /** The settings that the engine has reported, to be kept up to date by the reading thread. */
    public Map<String, String> reported() {
        return reported;
    }

    /** The size of the send buffer of the socket. */
    public int sendBuffer() throws IOException {
        return link.socket().getSendBufferSize();
    }

    /** The engine's process id, received with the key for cancel requests. */
    int process() {
        return cancelRequest.process();
    }

    /** Sends a cancel request on a separate connection, and waits until the engine has received it. */
    public void cancel() throws IOException {
        cancelRequest.send();
    }

    /** Sends Terminate and closes. Only when no other thread writes. */
    public void terminate() {
        try {
            send(new ClientMessages().terminate());
        } catch (IOException alreadyGone) {
            // It is closed already.
        }
        close();
    }

    /** At once, also while another thread reads or writes. */
    @Override
    public void close() {
        try {
            link.close();
        } catch (IOException alreadyGone) {
            // It is closed already.
        }
    }
}
