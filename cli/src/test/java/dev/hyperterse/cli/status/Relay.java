package dev.hyperterse.cli.status;

import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;

/** The end of a forwarded port in a kubelet: messages of {@code v4.channel.k8s.io} become bytes of one connection. */
public final class Relay extends WebSocketListener {
    private static final byte DATA = 0;
    private static final byte ERROR = 1;
    private static final int LARGEST = 8_192;

    private final Socket socket;

    public Relay(int port) {
        try {
            this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** Each channel begins with its port, of which the client reads nothing but that it is there. */
    @Override
    public void onOpen(WebSocket client, Response response) {
        client.send(new byte[] {DATA, 0, 0});
        client.send(new byte[] {ERROR, 0, 0});
        Thread.ofVirtual().start(() -> answers(client));
    }

    @Override
    public void onMessage(WebSocket client, byte[] message) {
        try {
            socket.getOutputStream().write(message, 1, message.length - 1);
        } catch (IOException ended) {
            client.close(1000, "");
        }
    }

    @Override
    public void onClosed(WebSocket client, int code, String reason) {
        close();
    }

    private void answers(WebSocket client) {
        var buffer = new byte[LARGEST];
        buffer[0] = DATA;
        try {
            for (var read = 0; read >= 0; read = socket.getInputStream().read(buffer, 1, LARGEST - 1)) {
                if (read > 0) {
                    client.send(Arrays.copyOf(buffer, read + 1));
                }
            }
        } catch (IOException closed) {
            // By the client; what it did not read is not wanted.
        }
        client.close(1000, "");
    }

    private void close() {
        try {
            socket.close();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
