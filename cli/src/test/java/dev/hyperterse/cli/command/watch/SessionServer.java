package dev.hyperterse.cli.command.watch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An MCP server that knows sessions alone, with one tool; clients may subscribe to {@code file://a}. */
final class SessionServer implements AutoCloseable {
    private static final String UNKNOWN = "\"error\":{\"code\":-32601,\"message\":\"unknown\"}";

    private final HttpServer server;
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private volatile String tool = "old";
    private volatile boolean broken;

    SessionServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/mcp", this::answer);
        server.start();
    }

    URI url() {
        return URI.create(
                "http://127.0.0.1:%d/mcp".formatted(server.getAddress().getPort()));
    }

    void rename(String name) {
        tool = name;
    }

    /** Ends the stream. @param answers whether what it answers next is no JSON */
    void end(boolean answers) {
        broken = answers;
        events.add("");
    }

    /** As it answered before. */
    void mend() {
        broken = false;
    }

    /** The next request that ends the session, or message that answers the server. */
    String received() throws InterruptedException {
        return Optional.ofNullable(received.poll(60, TimeUnit.SECONDS)).orElse("nothing");
    }

    void ping() {
        events.add("data: {\"jsonrpc\":\"2.0\",\"id\":\"p1\",\"method\":\"ping\"}\n\n");
    }

    void announce(String notification, String params) {
        events.add(
                "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/%s\",\ndata: \"params\":%s}\n\n"
                        .formatted(notification, params));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                stream(exchange);
                return;
            }
            if (exchange.getRequestMethod().equals("DELETE")) {
                received.add("DELETE " + exchange.getRequestHeaders().getFirst("Mcp-Session-Id"));
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            var message = JsonMapper.shared().readTree(exchange.getRequestBody());
            if (message.has("result")) {
                received.add(message.toString());
            }
            var result = result(message);
            if (!message.has("id")) {
                exchange.sendResponseHeaders(202, -1);
                return;
            }
            // Blank lines before it are JSON, too.
            var body = broken ? "{" : "\n{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(message.get("id"), result);
            exchange.getResponseHeaders().set("Mcp-Session-Id", "one");
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(result.startsWith("\"error") ? 400 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String result(JsonNode message) {
        return switch (message.path("method").asString("")) {
            case "initialize" ->
                "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}";
            case "tools/list" ->
                "\"result\":{\"tools\":[{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}]}".formatted(tool);
            case "resources/subscribe" ->
                message.at("/params/uri").asString("").equals("file://a") ? "\"result\":{}" : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private void stream(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        var body = exchange.getResponseBody();
        body.write(": open\n\n".getBytes(StandardCharsets.UTF_8));
        body.flush();
        try {
            for (var event = events.take(); !event.isEmpty(); event = events.take()) {
                body.write(event.getBytes(StandardCharsets.UTF_8));
                body.flush();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException gone) {
            return;
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
