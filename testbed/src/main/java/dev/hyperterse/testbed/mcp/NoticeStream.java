package dev.hyperterse.testbed.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the server says of its own accord. A stream that ends is opened again from where it was, as clients do; that the
 * session is not known any more is remembered as a failure.
 */
public final class NoticeStream implements AutoCloseable {
    /** A notice and when it arrived, by {@link System#nanoTime()}. */
    public record Notice(String method, JsonNode params, long arrivedNanos) {}

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final McpEndpoint endpoint;
    private final String session;
    private final List<Notice> notices = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private Optional<String> lastEventId = Optional.empty();
    private int opened;
    private volatile boolean closed;
    private volatile Optional<InputStream> current = Optional.empty();
    private Thread reader;

    private NoticeStream(McpEndpoint endpoint, String session) {
        this.endpoint = endpoint;
        this.session = session;
    }

    static NoticeStream open(McpEndpoint endpoint, String session) throws IOException {
        var stream = new NoticeStream(endpoint, session);
        stream.reader = Thread.ofVirtual().name("notices").start(stream::follow);
        stream.await("the stream is open", it -> it.opened > 0);
        return stream;
    }

    private void follow() {
        try {
            while (!closed && isAccepted()) {
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException stopped) {
            closed = true;
        }
    }

    /** Reads until the stream ends; one that the server refuses is not opened again. */
    private boolean isAccepted() {
        try {
            var answer = endpoint.get(session, lastEventId, HttpResponse.BodyHandlers.ofInputStream());
            if (answer.statusCode() == 200) {
                current = Optional.of(answer.body());
                read(answer.body());
            } else if (answer.statusCode() != 503) {
                failed("the stream was refused with " + answer.statusCode());
                return false;
            }
        } catch (IOException ended) {
            // Opened again after the pause.
        }
        return true;
    }

    private void read(InputStream body) throws IOException {
        try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
                take(line, System.nanoTime());
            }
        }
    }

    private synchronized void take(String line, long now) {
        if (line.startsWith("id: ")) {
            lastEventId = Optional.of(line.substring("id: ".length()));
            opened++;
        } else if (line.startsWith("data: {")) {
            var message = JsonMapper.shared().readTree(line.substring("data: ".length()));
            notices.add(new Notice(message.path("method").asString(""), message.path("params"), now));
        }
        notifyAll();
    }

    private synchronized void failed(String reason) {
        failures.add(reason);
        notifyAll();
    }

    /** Everything so far, in order. */
    public synchronized List<Notice> received() {
        return List.copyOf(notices);
    }

    public synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    /** The first notice of that method that arrived after {@code sinceNanos}; fails when none comes. */
    public Notice awaitNotice(String method, long sinceNanos) throws IOException {
        Predicate<Notice> wanted = notice -> notice.method().equals(method) && notice.arrivedNanos() - sinceNanos > 0;
        await(method + " arrives", it -> it.notices.stream().anyMatch(wanted));
        return received().stream().filter(wanted).findFirst().orElseThrow();
    }

    private synchronized void await(String what, Predicate<NoticeStream> condition) throws IOException {
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.test(this)) {
            var left = until - System.nanoTime();
            if (left <= 0 || !failures.isEmpty()) {
                throw new IOException("waited in vain at " + endpoint + " until " + what + ": " + failures);
            }
            try {
                wait(Math.max(1, left / 1_000_000));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IOException("stopped while waiting until " + what, stopped);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        current.ifPresent(NoticeStream::closeQuietly);
        reader.interrupt();
    }

    private static void closeQuietly(InputStream stream) {
        try {
            stream.close();
        } catch (IOException gone) {
            // It is what was wanted.
        }
    }
}
