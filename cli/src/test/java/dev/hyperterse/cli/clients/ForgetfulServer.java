package dev.hyperterse.cli.clients;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/** A server of MCP that knows its first session for one request, and answers some methods as servers should not. */
final class ForgetfulServer implements AutoCloseable {
    static final String EXACT =
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{\"exact\":9007199254740993,\"price\":27.40}}";

    private static final String SESSION = "Mcp-Session-Id";

    private final HttpServer server;
    private final List<String> ended = new CopyOnWriteArrayList<>();
    private int sessions;
    private int pings;

    ForgetfulServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/mcp", this::answer);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    /** Sessions that clients have ended. */
    List<String> ended() {
        return ended;
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var session = exchange.getRequestHeaders().getFirst(SESSION);
            switch (exchange.getRequestMethod()) {
                case "DELETE" -> {
                    ended.add(session);
                    exchange.sendResponseHeaders(204, -1);
                }
                case "GET" -> exchange.sendResponseHeaders(405, -1);
                default -> post(exchange, session);
            }
        }
    }

    private void post(HttpExchange exchange, String session) throws IOException {
        var message = JsonMapper.shared().readTree(exchange.getRequestBody());
        switch (message.path("method").stringValue()) {
            case "initialize" -> {
                sessions++;
                exchange.getResponseHeaders().add(SESSION, String.valueOf(sessions));
                send(exchange, 200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
            }
            case "notifications/initialized" -> exchange.sendResponseHeaders(202, -1);
            case "ping" -> {
                if ("1".equals(session) && pings++ > 0) {
                    send(exchange, 404, "unknown session");
                } else {
                    send(exchange, 200, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"session\":\"" + session + "\"}}");
                }
            }
            case "exact" -> send(exchange, 200, EXACT);
            case "refused" ->
                send(
                        exchange,
                        400,
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32022,\"message\":\"another version\"}}");
            default -> {
                exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
                send(exchange, 200, ": nothing\n\n");
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
