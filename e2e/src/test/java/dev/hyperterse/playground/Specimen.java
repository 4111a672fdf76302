package dev.hyperterse.playground;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What runs in the containers of the tests. It answers on port 8080 of its pod's address: {@code /name}, {@code /ready}
 * (as {@code /ready/false} and {@code /ready/true} set it), {@code /alive} likewise, {@code /environment/NAME},
 * {@code /file?PATH}, {@code /exit/CODE}.
 */
final class Specimen {
    private static final int PORT = 8080;

    private final AtomicBoolean ready = new AtomicBoolean(!"no".equals(System.getenv("READY")));
    private final AtomicBoolean alive = new AtomicBoolean(true);

    private Specimen() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("started with " + String.join(" ", arguments));
        if (System.getenv("EXIT") != null) {
            System.exit(Integer.parseInt(System.getenv("EXIT")));
        }
        var server = HttpServer.create(new InetSocketAddress(System.getenv("POD_IP"), PORT), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", new Specimen()::answer);
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> bye(server)));
    }

    private static void bye(HttpServer server) {
        System.out.println("asked to end");
        if (System.getenv("STUBBORN") != null) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException never) {
                Thread.currentThread().interrupt();
            }
        }
        server.stop(1);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath().substring(1).split("/");
        try (exchange) {
            switch (path[0]) {
                case "name" -> say(exchange, 200, System.getenv("POD_NAME"));
                case "ready" -> flag(exchange, ready, path);
                case "alive" -> flag(exchange, alive, path);
                case "environment" -> say(exchange, 200, String.valueOf(System.getenv(path[1])));
                case "file" -> say(exchange, 200, file(exchange.getRequestURI().getQuery()));
                case "exit" -> System.exit(Integer.parseInt(path[1]));
                default -> say(exchange, 404, "");
            }
        }
    }

    private static String file(String path) {
        try {
            return Files.readString(Path.of(path));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void flag(HttpExchange exchange, AtomicBoolean flag, String[] path) throws IOException {
        if (path.length > 1) {
            flag.set(Boolean.parseBoolean(path[1]));
            say(exchange, 200, "");
        } else {
            say(exchange, flag.get() ? 200 : 503, "");
        }
    }

    private static void say(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
