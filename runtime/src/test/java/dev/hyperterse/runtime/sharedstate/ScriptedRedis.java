package dev.hyperterse.runtime.sharedstate;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Accepts every login, and answers every script with the same reply. */
public final class ScriptedRedis implements AutoCloseable {
    private final ServerSocket listener;
    private final ExecutorService connections = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger held = new AtomicInteger();
    private final List<List<String>> answered = new CopyOnWriteArrayList<>();
    private volatile String reply;
    private volatile Optional<String> slow = Optional.empty();

    public ScriptedRedis(String reply) {
        this.reply = reply;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        connections.execute(this::accept);
    }

    public String url() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    /** @param other in RESP3 */
    public void answerWith(String other) {
        reply = other;
    }

    /** Answers scripts with such a text only when it is closed. */
    void hold(String text) {
        slow = Optional.of(text);
    }

    int held() {
        return held.get();
    }

    /** The replies that it has given, each with the arguments of its script. */
    public List<List<String>> answered() {
        return answered;
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
                var words = command(in);
                var answer =
                        switch (words.getFirst()) {
                            case "HELLO" -> "%1\r\n$4\r\nmode\r\n$10\r\nstandalone\r\n";
                            case "EVAL" -> replyTo(words);
                            default -> "+OK\r\n";
                        };
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException gone) {
            // The client has closed the connection.
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private String replyTo(List<String> words) throws InterruptedException {
        if (slow.filter(words.get(1)::contains).isPresent()) {
            held.incrementAndGet();
            released.await();
        }
        var said = reply;
        answered.add(Stream.concat(Stream.of(said), words.stream().skip(3)).toList());
        return said;
    }

    private static List<String> command(InputStream in) throws IOException {
        var count = number(in);
        var words = new ArrayList<String>();
        while (words.size() < count) {
            words.add(new String(in.readNBytes(number(in)), StandardCharsets.US_ASCII));
            in.readNBytes(2);
        }
        return words;
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
        released.countDown();
        connections.shutdownNow();
    }
}
