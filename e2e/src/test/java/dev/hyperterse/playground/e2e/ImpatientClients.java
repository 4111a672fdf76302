package dev.hyperterse.playground.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Clients that call one tool again and again, each with connections of its own, and give a call up after half a minute. An
 * answer is whole, or the call failed in a way that lets the client repeat it; everything else is wrong.
 */
final class ImpatientClients implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final String DATA = "data: ";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final URI url;
    private final String body;
    private final int rows;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private final ConcurrentLinkedQueue<String> repeatable = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    private ImpatientClients(URI url, String tool, int rows) {
        this.url = url;
        this.body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
                + "\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":{}}}}";
        this.rows = rows;
    }

    /** @param rows that every answer has */
    static ImpatientClients start(URI url, int clients, String tool, int rows) {
        var started = new ImpatientClients(url, tool, rows);
        for (var client = 0; client < clients; client++) {
            started.threads.add(Thread.ofVirtual().name("client").start(started::callUntilStopped));
        }
        return started;
    }

    private void callUntilStopped() {
        try (var http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            while (!stopped) {
                var began = System.nanoTime();
                call(http);
                longestNanos.accumulateAndGet(System.nanoTime() - began, Math::max);
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void call(HttpClient http) throws InterruptedException {
        try {
            evaluate(http.send(request(), HttpResponse.BodyHandlers.ofString()));
        } catch (HttpTimeoutException hung) {
            wrong.add("hung: " + hung);
        } catch (IOException broken) {
            repeatable.add(broken.toString());
        }
    }

    private HttpRequest request() {
        return HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private void evaluate(HttpResponse<String> answer) {
        if (answer.statusCode() == 503
                && answer.headers().firstValue("Retry-After").isPresent()) {
            repeatable.add("503");
        } else if (answer.statusCode() == 200 && isWhole(message(answer))) {
            answered.incrementAndGet();
        } else {
            var begin = answer.body().substring(0, Math.min(200, answer.body().length()));
            wrong.add(answer.statusCode() + " of " + answer.body().length() + " characters: " + begin);
        }
    }

    /** A call that takes half a second is answered by a stream of comments and one event. */
    private static String message(HttpResponse<String> answer) {
        return answer.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("text/event-stream"))
                .map(_ -> answer.body()
                        .lines()
                        .filter(line -> line.startsWith(DATA))
                        .map(line -> line.substring(DATA.length()))
                        .collect(Collectors.joining()))
                .orElseGet(answer::body);
    }

    private boolean isWhole(String message) {
        try {
            JsonNode text = JSON.readTree(message).at("/result/content/0/text");
            return text.isString() && JSON.readTree(text.stringValue()).size() == rows;
        } catch (JacksonException halved) {
            return false;
        }
    }

    /** Waits for so many more answers, or for the first that is wrong. */
    void awaitAnswered(int more) throws InterruptedException {
        for (var until = answered.get() + more; answered.get() < until && wrong.isEmpty(); ) {
            Thread.sleep(PAUSE);
        }
    }

    void stop() throws InterruptedException {
        stopped = true;
        for (var thread : threads) {
            thread.join();
        }
    }

    List<String> wrong() {
        return List.copyOf(wrong);
    }

    String figures() {
        return "%d answered, %d to be repeated %s, longest %d ms"
                .formatted(
                        answered.get(),
                        repeatable.size(),
                        repeatable.stream().distinct().toList(),
                        Duration.ofNanos(longestNanos.get()).toMillis());
    }

    @Override
    public void close() {
        stopped = true;
        threads.forEach(Thread::interrupt);
    }
}
