package dev.hyperterse.runtime.mcp.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Templates match URIs of any length and subscriptions are stored, so their memory is limited. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubscriptionsTest {
    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching()
            .catalog(
                    1,
                    Leaves.template(
                            Leaves.uriTemplate("file://", "{+path}"),
                            List.of(Leaves.argument("path", true)),
                            Leaves.text("a file"))));

    @Test
    void overlongUriIsNotSubscribed() throws Exception {
        var session = endpoint.initialize("2025-06-18");

        assertThat(subscribe(session, "p".repeat(2_041)).has("result")).isTrue();
        var error = subscribe(session, "p".repeat(2_042)).get("error");
        assertThat(error.get("code").intValue()).isEqualTo(-32602);
        assertThat(error.get("message").stringValue()).contains("2048 characters");
    }

    @Test
    void subscriptionsOfASessionAreLimitedInBytes() throws Exception {
        var session = endpoint.initialize("2025-06-18");
        int subscribed = 0;
        while (subscribed < 100 && subscribe(session, filler(subscribed)).has("result")) {
            subscribed++;
        }

        assertThat(subscribed).isBetween(50, 99);
        var error = subscribe(session, filler(subscribed)).get("error");
        assertThat(error.get("code").intValue()).isEqualTo(-32000);
        assertThat(error.get("message").stringValue()).contains("262144 bytes");

        assertThat(ask("unsubscribe", session, filler(0)).has("result")).isTrue();
        assertThat(subscribe(session, filler(subscribed)).has("result"))
                .as("as much as was given back")
                .isTrue();
    }

    /** A replica has room for the URIs of 64 such requests. */
    @Test
    void failedSubscriptionReleasesItsMemory() throws Exception {
        var uris = IntStream.range(0, 60)
                .mapToObj(number -> "\"file://" + filler(number) + "\"")
                .collect(Collectors.joining(","));
        var listen = ModernRequest.of(
                "subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":[" + uris + "]}");
        for (int request = 0; request < 80; request++) {
            var left = new AtomicInteger(60);
            endpoint.onRan(() -> {
                if (left.decrementAndGet() == 0) {
                    throw new IllegalStateException("a bug");
                }
            });
            assertThat(listen.post(endpoint, "Accept", TestEndpoint.EVENTS).body())
                    .contains("Internal error");
        }
        endpoint.onRan(() -> {});

        try (var wire = new Wire(endpoint)) {
            var body = ModernRequest.of(
                            "subscriptions/listen",
                            "\"notifications\":{\"resourceSubscriptions\":[\"file://" + filler(0) + "\"]}")
                    .body();
            wire.send("""
                    POST /mcp HTTP/1.1
                    Host: localhost
                    Content-Type: application/json
                    Accept: application/json, text/event-stream
                    MCP-Protocol-Version: 2026-07-28
                    Mcp-Method: subscriptions/listen
                    Content-Length: %d""".formatted(body.length()), body.getBytes());

            assertThat(wire.lineBeginning("data: {")).contains("file://0000");
        }
    }

    private static String filler(int number) {
        return "%04d".formatted(number) + "p".repeat(2_000);
    }

    private JsonNode subscribe(String session, String path) throws Exception {
        return ask("subscribe", session, path);
    }

    private JsonNode ask(String method, String session, String path) throws Exception {
        return endpoint.call("resources/" + method, "{\"uri\":\"file://" + path + "\"}", "Mcp-Session-Id", session);
    }
}
