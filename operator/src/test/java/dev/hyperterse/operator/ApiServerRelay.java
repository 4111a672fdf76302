package dev.hyperterse.operator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to an API server, which it can take away from its clients alone. */
final class ApiServerRelay implements AutoCloseable {
    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean interrupted;

    private ApiServerRelay(InetSocketAddress target, ServerSocket listener) {
        this.target = target;
        this.listener = listener;
    }

    static ApiServerRelay to(String url) throws IOException {
        var api = URI.create(url);
        var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var relay = new ApiServerRelay(new InetSocketAddress(api.getHost(), api.getPort()), listener);
        Thread.ofVirtual().start(relay::accept);
        return relay;
    }

    String url() {
        return "https://127.0.0.1:" + listener.getLocalPort();
    }

    /** Ends all connections, and each that is opened until it is resumed. */
    void interrupt() {
        interrupted = true;
        open.forEach(ApiServerRelay::end);
    }

    void resume() {
        interrupted = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                Thread.ofVirtual().start(() -> relay(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void relay(Socket client) {
        try (client;
                var server = new Socket()) {
            open.add(client);
            if (!interrupted) {
                server.connect(target);
                var answers = Thread.ofVirtual().start(() -> copy(server, client));
                copy(client, server);
                answers.join();
            }
        } catch (IOException gone) {
            // The client opens another.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException gone) {
            // Both are ended.
        } finally {
            end(from);
            end(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        interrupt();
    }
}
