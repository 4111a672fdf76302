import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * What a gateway has behind it: an API with numbers, a server that never answers, and one that closes its connections; and
 * for each of these two one that makes as much work and answers. {@code java Peers.java PORT} serves until it is killed.
 */
final class Peers {
    /** A little less than the gateway waits. */
    private static final long LATE_MILLIS = 1_900;

    private Peers() {}

    public static void main(String[] given) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(given[0])), 256);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/numbers/", Peers::number);
        server.createContext("/slow", _ -> sleep(Long.MAX_VALUE));
        server.createContext("/late", Peers::late);
        server.createContext("/dead", HttpExchange::close);
        server.createContext("/closing/", Peers::closing);
        server.start();
    }

    private static void number(HttpExchange exchange) throws IOException {
        var id = last(exchange);
        answer(exchange, "{\"id\":%d,\"square\":%d}".formatted(id, id * id));
    }

    private static void late(HttpExchange exchange) throws IOException {
        sleep(LATE_MILLIS);
        answer(exchange, "{}");
    }

    /** Answers over as many connections as the path says. */
    private static void closing(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Connection", "close");
        var connections = last(exchange);
        if (connections == 1) {
            answer(exchange, "{}");
        } else {
            try (exchange) {
                exchange.getResponseHeaders().set("Location", "/closing/" + (connections - 1));
                exchange.sendResponseHeaders(302, -1);
            }
        }
    }

    private static long last(HttpExchange exchange) {
        var path = exchange.getRequestURI().getPath();
        return Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            var json = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, json.length);
            exchange.getResponseBody().write(json);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
