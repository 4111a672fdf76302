import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * What a gateway has behind it: an API with numbers, a server that never answers, and one that closes its connections.
 * {@code java Peers.java PORT} serves until it is killed.
 */
final class Peers {
    private Peers() {}

    public static void main(String[] given) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(given[0])), 256);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/numbers/", Peers::number);
        server.createContext("/slow", _ -> park());
        server.createContext("/dead", HttpExchange::close);
        server.start();
    }

    private static void number(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var id = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
            var json = "{\"id\":%d,\"square\":%d}".formatted(id, id * id).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, json.length);
            exchange.getResponseBody().write(json);
        }
    }

    private static void park() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
