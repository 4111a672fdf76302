package dev.hyperterse.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/** Servers of others, which have less than a replica. */
@Timeout(60)
class RemoteConnectionTest {
    private static final Map<String, String> RESULTS = Map.of(
            "initialize",
            "{\"protocolVersion\": \"2025-06-18\", \"capabilities\": {\"resources\": {}}, \"serverInfo\": {\"name\": \"other\", \"version\": \"1\"}}",
            "resources/list",
            "{\"resources\": [{\"uri\": \"file:///a\", \"name\": \"a\"}]}");
    private static final int NO_METHOD = 405;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", RemoteConnectionTest::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aServerWithoutTemplatesHasItsResources() {
        var url = URI.create(
                "http://127.0.0.1:%d/mcp".formatted(server.getAddress().getPort()));
        try (var connection = RemoteConnection.open(url, Map.of(), "1")) {
            assertThat(connection.resources())
                    .extracting(resource -> resource.path("uri").asString())
                    .containsExactly("file:///a");
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(NO_METHOD, -1);
                return;
            }
            var message = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
            if (!message.has("id")) {
                exchange.sendResponseHeaders(202, -1);
                return;
            }
            var result = RESULTS.get(message.path("method").asString());
            var body = "{\"jsonrpc\": \"2.0\", \"id\": %s, %s}"
                    .formatted(
                            message.path("id"),
                            result == null
                                    ? "\"error\": {\"code\": -32601, \"message\": \"Method not found\"}"
                                    : "\"result\": " + result);
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
