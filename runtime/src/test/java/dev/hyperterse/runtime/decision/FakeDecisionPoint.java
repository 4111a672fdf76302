package dev.hyperterse.runtime.decision;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings.Failure;
import dev.hyperterse.catalog.values.ValueKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A decision point on the loopback address, with the answers of a test. */
public final class FakeDecisionPoint implements AutoCloseable {
    public static final String KEY = "decision-key-0123456789abcdefghij";
    public static final Answer ALLOW = Answer.of(200, "{\"decision\":\"Allow\",\"reason\":\"in-office\"}");
    public static final Answer DENY = Answer.of(200, "{\"decision\":\"Deny\",\"reason\":\"after-hours\"}");

    private static final ValueKey KEY_NAME = ValueKey.decision("key");

    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private volatile Function<JsonNode, Answer> answers = _ -> ALLOW;

    /** A question as it came. */
    public record Asked(String path, Map<String, List<String>> headers, byte[] body, int port) {
        public JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        String header(String name) {
            return headers.get(name).getFirst();
        }
    }

    /** @param hangs never comes to an end */
    public record Answer(int status, byte[] body, Optional<String> location, boolean hangs) {
        public static Answer of(int status, String body) {
            return new Answer(status, body.getBytes(StandardCharsets.UTF_8), Optional.empty(), false);
        }

        static Answer redirect(String location) {
            return new Answer(307, ALLOW.body, Optional.of(location), false);
        }

        static Answer none() {
            return new Answer(200, ALLOW.body, Optional.empty(), true);
        }
    }

    public FakeDecisionPoint() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public void answers(Answer answer) {
        answers = _ -> answer;
    }

    public void answers(Function<JsonNode, Answer> by) {
        answers = by;
    }

    public List<Asked> asked() {
        return asked;
    }

    public String url() {
        return "http://localhost:%d/v1/call".formatted(server.getAddress().getPort());
    }

    public DecisionSettings settings(Failure failure) {
        return new DecisionSettings(url(), 20_000, failure, KEY_NAME, Optional.empty());
    }

    private void answer(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        var question = new Asked(
                exchange.getRequestURI().getPath(),
                Map.copyOf(exchange.getRequestHeaders()),
                body,
                exchange.getRemoteAddress().getPort());
        asked.add(question);
        var answer = answers.apply(question.json());
        answer.location().ifPresent(it -> exchange.getResponseHeaders().add("Location", it));
        try (exchange) {
            if (answer.hangs()) {
                closed.await();
            }
            exchange.sendResponseHeaders(answer.status(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException over) {
            throw new UncheckedIOException(new IOException(over));
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.close();
    }
}
