package dev.hyperterse.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.cli.client.AnnouncedChanges.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams that fall silent. */
@Timeout(60)
class AnnouncedChangesTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final CountDownLatch closed = new CountDownLatch(1);

    @Test
    void headersWithoutAMessageAreNoAnswer() throws IOException {
        var server = server("");
        try {
            assertThatThrownBy(() -> of(server, new Limits(SHORT, LONG)))
                    .isInstanceOf(ConnectionFailure.class)
                    .hasMessageContaining("it has not answered for");
        } finally {
            stop(server);
        }
    }

    @Test
    void silenceAfterACommentEndsTheStream() throws IOException {
        var server =
                server("data: {\"method\":\"notifications/subscriptions/acknowledged\"}\n\n: begun\n\n: alive\n\n");
        try (var changes = of(server, new Limits(LONG, SHORT))) {
            assertThat(changes.next()).isEmpty();
        } finally {
            stop(server);
        }
    }

    private static AnnouncedChanges of(HttpServer server, Limits limits) {
        var url = URI.create(
                "http://127.0.0.1:%d/mcp".formatted(server.getAddress().getPort()));
        return AnnouncedChanges.of(url, Map.of(), "1", List.of(), limits);
    }

    /** Begins a stream for each request, and never ends it. */
    private HttpServer server(String begun) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/mcp", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(begun.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            try {
                closed.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        return server;
    }

    private void stop(HttpServer server) {
        closed.countDown();
        server.stop(0);
    }
}
