package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.testbed.CertificateAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that sends the responses of a test byte for byte, and records the requests. */
final class ScriptedServer implements AutoCloseable {
    private final ServerSocket listener;
    private final Answer answer;
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** Writes a response. */
    @FunctionalInterface
    interface Answer {
        /** @return whether the connection stays open for another request */
        boolean write(String request, Socket socket) throws IOException, InterruptedException;
    }

    private ScriptedServer(ServerSocket listener, Answer answer) {
        this.listener = listener;
        this.answer = answer;
        Thread.ofVirtual().start(this::accept);
    }

    static ScriptedServer plain(Answer answer) throws IOException {
        return new ScriptedServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
    }

    static ScriptedServer secure(CertificateAuthority.Identity identity, Answer answer)
            throws IOException, GeneralSecurityException {
        var context = PemContext.of(
                false, Optional.empty(), Optional.of(identity.certificate()), Optional.of(identity.key()));
        return new ScriptedServer(
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
    }

    /** That text as the body of every response. */
    static Answer text(String body) {
        return (_, socket) -> {
            write(
                    socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s"
                            .formatted(body.getBytes(StandardCharsets.UTF_8).length, body));
            return true;
        };
    }

    /** These bytes as the whole response, and then the end of the connection. */
    static Answer raw(String response) {
        return (_, socket) -> {
            write(socket, response);
            return false;
        };
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    int port() {
        return listener.getLocalPort();
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    int connections() {
        return connections.get();
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                var socket = listener.accept();
                sockets.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var open = true;
            while (open) {
                var request = read(socket);
                if (request.isEmpty()) {
                    return;
                }
                requests.add(request);
                open = answer.write(request, socket);
            }
        } catch (IOException gone) {
            // The client has ended it.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** The head, and as much of a body as it announces. */
    private static String read(Socket socket) throws IOException {
        var text = new StringBuilder();
        var in = socket.getInputStream();
        while (text.indexOf("\r\n\r\n") < 0) {
            var next = in.read();
            if (next < 0) {
                return "";
            }
            text.append((char) next);
        }
        var length = text.toString()
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .map(line -> Integer.parseInt(line.split(":")[1].strip()))
                .findFirst()
                .orElse(0);
        return text + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (var socket : sockets) {
                socket.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
