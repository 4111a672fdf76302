package dev.hyperterse.runtime.sharedstate;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Accepts every login, and answers every script with the same reply. */
final class ScriptedRedis implements AutoCloseable {
    private final ServerSocket listener;
    private final ExecutorService connections = Executors.newVirtualThreadPerTaskExecutor();
    private volatile String reply;

    ScriptedRedis(String reply) {
        this.reply = reply;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        connections.execute(this::accept);
    }

    String url() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    /** @param other in RESP3 */
    void answerWith(String other) {
        reply = other;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var connection = listener.accept();
                connections.execute(() -> answer(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            var in = new BufferedInputStream(connection.getInputStream());
            while (true) {
                var answer =
                        switch (command(in)) {
                            case "HELLO" -> "%1\r\n$4\r\nmode\r\n$10\r\nstandalone\r\n";
                            case "EVAL" -> reply;
                            default -> "+OK\r\n";
                        };
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException gone) {
            // The client has closed the connection.
        }
    }

    /** The first word; the others are read over. */
    private static String command(InputStream in) throws IOException {
        var words = number(in);
        var first = "";
        for (var word = 0; word < words; word++) {
            var bytes = in.readNBytes(number(in));
            in.readNBytes(2);
            if (word == 0) {
                first = new String(bytes, StandardCharsets.US_ASCII);
            }
        }
        return first;
    }

    private static int number(InputStream in) throws IOException {
        var digits = new StringBuilder();
        in.read();
        for (var next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the client has gone");
            }
            digits.append((char) next);
        }
        in.read();
        return Integer.parseInt(digits.toString());
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException alreadyGone) {
            // It is closed already.
        }
        connections.shutdownNow();
    }
}
