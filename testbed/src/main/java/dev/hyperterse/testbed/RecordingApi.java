package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ServerSocketFactory;

/** An HTTP server that sends what a test writes, byte for byte, and keeps the bytes of each request. */
public final class RecordingApi implements AutoCloseable {
    private final ServerSocket listener;
    private final Answer answer;
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    /** Writes a response. */
    @FunctionalInterface
    public interface Answer {
        /** @return whether the connection stays open for another request */
        boolean write(String request, Socket socket) throws IOException, InterruptedException;
    }

    private RecordingApi(ServerSocket listener, Answer answer) {
        this.listener = listener;
        this.answer = answer;
        Thread.ofVirtual().start(this::accept);
    }

    public static RecordingApi start(Answer answer) throws IOException {
        return start(ServerSocketFactory.getDefault(), answer);
    }

    /** Over TLS, with the sockets of that factory. */
    public static RecordingApi start(ServerSocketFactory sockets, Answer answer) throws IOException {
        return new RecordingApi(sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
    }

    /** The same JSON for each request. */
    public static Answer json(String body) {
        return (_, socket) -> response(socket, "200 OK", "application/json", body);
    }

    /** Writes a whole response, behind which the connection stays open. */
    public static boolean response(Socket socket, String status, String type, String body) throws IOException {
        write(
                socket,
                "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(status, type, body.getBytes(StandardCharsets.UTF_8).length, body));
        return true;
    }

    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    public int port() {
        return listener.getLocalPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /** Heads and bodies, as they came; each byte is a character. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** The only request since the last call, or since the start. */
    public String take() {
        if (requests.size() != 1) {
            throw new IllegalStateException(requests.size() + " requests came");
        }
        return requests.remove();
    }

    public int connections() {
        return connections.get();
    }

    /** How many of them this server has closed, or has seen closed. */
    public int endedConnections() {
        return ended.get();
    }

    /**
     * Accepts no further connection; open ones stay. The system may take some for a moment longer, because a thread still
     * accepts, so it waits until one is refused.
     */
    public void stopListening() throws IOException {
        var port = listener.getLocalPort();
        listener.close();
        while (takes(port)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean takes(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException refused) {
            return false;
        } catch (SocketException reset) {
            // Of the queue of the listener, which is just being closed.
            return true;
        }
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
        } finally {
            ended.incrementAndGet();
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
        return text + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
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
