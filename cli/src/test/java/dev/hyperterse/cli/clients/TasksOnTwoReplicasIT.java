package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.cli.serve.ServeProcess;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.store.Redis;
import dev.hyperterse.testbed.store.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The official scenarios of tasks behind a balancer that gives each request to another of two replicas. */
@ExtendWith(Redis.class)
@Timeout(300)
@Order(1)
class TasksOnTwoReplicasIT {
    private static final Path FIXTURES = Path.of("src/test/resources/dev/hyperterse/cli/clients/conformance/manifests")
            .toAbsolutePath();
    private static final List<String> SCENARIOS = List.of(
            "tasks-lifecycle",
            "tasks-capability-negotiation",
            "tasks-dispatch-and-envelope",
            "tasks-status-notifications",
            "tasks-wire-fields",
            "tasks-mrtr-input",
            "tasks-mrtr-composition",
            "tasks-request-headers",
            "tasks-request-state-removal",
            "tasks-required-task-error");

    private final RedisServer redis;

    @TempDir
    private Path folder;

    TasksOnTwoReplicasIT(RedisServer redis) {
        this.redis = redis;
    }

    @Test
    void everyReplicaAnswersForEveryTask() throws Exception {
        var suite = Requirement.fulfil(() -> ClientTools.ofNode("conformance"));
        var manifests = manifests();
        var state = Files.createDirectory(folder.resolve("state"));
        try (var one = ServeProcess.start(manifests, state);
                var other = ServeProcess.start(manifests, state);
                var balancer = new Balancer(one.port(), other.port())) {
            for (var scenario : SCENARIOS) {
                suite.run(List.of(
                        "node_modules/.bin/node",
                        "node_modules/@modelcontextprotocol/conformance/dist/index.js",
                        "server",
                        "--url",
                        balancer.url().toString(),
                        "--output-dir",
                        folder.resolve("results").toString(),
                        "--force",
                        "--scenario",
                        scenario,
                        "--spec-version",
                        "2026-07-28"));
            }
            assertThat(checks().stream()
                            .filter(check -> check.path("status").asString().equals("SUCCESS")))
                    .hasSizeGreaterThan(20);
            assertThat(checks())
                    .allSatisfy(check -> assertThat(check.path("status").asString())
                            .as(check.toString())
                            .isIn(Set.of("SUCCESS", "INFO", "SKIPPED")));
        }
    }

    private Path manifests() throws IOException {
        var copy = Files.createDirectory(folder.resolve("manifests"));
        for (var name : List.of("server.yaml", "tasks.yaml")) {
            Files.copy(FIXTURES.resolve(name), copy.resolve(name));
        }
        var server = copy.resolve("server.yaml");
        Files.writeString(server, Files.readString(server) + """
                    - name: shared
                      namespaces: {from: None}
                      engine: Redis
                      url: "%s"
                  sharedState: {adapter: shared}
                """.formatted(redis.url()));
        return copy;
    }

    private List<JsonNode> checks() throws IOException {
        var checks = new ArrayList<JsonNode>();
        try (var files = Files.walk(folder.resolve("results"))) {
            for (var file : files.filter(it -> it.endsWith("checks.json")).toList()) {
                JsonMapper.shared().readTree(file.toFile()).forEach(checks::add);
            }
        }
        return checks;
    }

    /** Passes requests on in turn. */
    private static final class Balancer implements AutoCloseable {
        private static final Set<String> OF_CONNECTIONS =
                Set.of("connection", "host", "content-length", "transfer-encoding", "upgrade", "expect", ":status");

        private static final int MOST_ATTEMPTS = 40;
        private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(250);

        private final int[] ports;
        private final AtomicInteger requests = new AtomicInteger();
        private final HttpClient client = HttpClient.newHttpClient();
        private final HttpServer server;

        Balancer(int... ports) throws IOException {
            this.ports = ports;
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::pass);
            server.start();
        }

        URI url() {
            return URI.create(
                    "http://127.0.0.1:%d/mcp".formatted(server.getAddress().getPort()));
        }

        private void pass(HttpExchange exchange) throws IOException {
            try (exchange) {
                var port = ports[requests.getAndIncrement() % ports.length];
                var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + exchange.getRequestURI()))
                        .method(
                                exchange.getRequestMethod(),
                                HttpRequest.BodyPublishers.ofByteArray(
                                        exchange.getRequestBody().readAllBytes()));
                exchange.getRequestHeaders().forEach((name, values) -> {
                    if (!OF_CONNECTIONS.contains(name.toLowerCase(Locale.ROOT))) {
                        values.forEach(value -> request.header(name, value));
                    }
                });
                var response = answered(request.build());
                response.headers().map().forEach((name, values) -> {
                    if (!OF_CONNECTIONS.contains(name)) {
                        exchange.getResponseHeaders().put(name, values);
                    }
                });
                exchange.sendResponseHeaders(
                        response.statusCode(), response.body().length == 0 ? -1 : response.body().length);
                exchange.getResponseBody().write(response.body());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        /** As clients do on 503: a loaded machine may take longer than a replica waits for its Redis. */
        private HttpResponse<byte[]> answered(HttpRequest request) throws IOException, InterruptedException {
            var response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            for (var again = 0; response.statusCode() == 503 && again < MOST_ATTEMPTS; again++) {
                Thread.sleep(BETWEEN_ATTEMPTS);
                response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            }
            return response;
        }

        @Override
        public void close() {
            server.stop(0);
            client.close();
        }
    }
}
