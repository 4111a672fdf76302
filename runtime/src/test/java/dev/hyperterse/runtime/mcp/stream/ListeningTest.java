package dev.hyperterse.runtime.mcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListeningTest {
    private static final String TOOLS_CHANGED =
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    private final Servers server = Servers.searching().with(new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 256, 2));
    private TestEndpoint endpoint;

    @BeforeEach
    void start() {
        endpoint = new TestEndpoint(
                server.catalog(1, Leaves.tool("a", "one"), Leaves.resource("test://a", Leaves.text("1"))),
                KeyRing.random(),
                new StreamTimings(
                        Duration.ofMillis(1), Duration.ZERO, 1_000, Duration.ofMillis(200), TestEndpoint.LONG));
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void everyOpenStreamIsNotifiedOfAChange() throws Exception {
        try (var one = listen();
                var two = listen()) {
            swap(2, "two");

            for (var wire : new Wire[] {one, two}) {
                assertThat(wire.lineBeginning("id: ")).contains(".epoch.2.");
                assertThat(wire.lineBeginning("data: {")).isEqualTo(TOOLS_CHANGED);
            }
        }
    }

    @Test
    void subscribersAreNotifiedOfTheirResource() throws Exception {
        var session = endpoint.initialize("2025-11-25");
        try (var wire = listen(session)) {
            endpoint.call("resources/subscribe", "{\"uri\":\"test://a\"}", "Mcp-Session-Id", session);
            endpoint.catalogs()
                    .swap(server.catalog(2, Leaves.tool("a", "one"), Leaves.resource("test://a", Leaves.text("2"))));

            assertThat(wire.lineBeginning("data: {"))
                    .isEqualTo("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                            + "\"params\":{\"uri\":\"test://a\"}}");
        }
    }

    @Test
    void reconnectedClientIsNotifiedOfMissedChanges() throws Exception {
        var session = endpoint.initialize("2025-11-25");
        String lastEventId;
        try (var wire = listen(session)) {
            swap(2, "two");
            lastEventId = wire.lineBeginning("id: ").substring(4);
        }
        swap(3, "three");
        try (var wire = new Wire(endpoint).listen(session, "Last-Event-ID: " + lastEventId)) {
            assertThat(wire.lineBeginning("data: {")).isEqualTo(TOOLS_CHANGED);
            assertThat(wire.lineBeginning(":")).as("and nothing else").isEqualTo(":");
        }
    }

    @Test
    void secondStreamReplacesTheFirst() throws Exception {
        var session = endpoint.initialize("2025-11-25");
        try (var first = listen(session);
                var second = listen(session)) {
            first.rest();
            swap(2, "two");

            assertThat(second.lineBeginning("data: {")).isEqualTo(TOOLS_CHANGED);
            assertThat(endpoint.streams().open()).isOne();
        }
    }

    @Test
    void streamsBeyondTheLimitAreRefusedWithRetryAfter() throws Exception {
        try (var one = listen();
                var two = listen();
                var three = new Wire(endpoint)) {
            three.listen(endpoint.initialize("2025-11-25"));

            assertThat(three.status()).isEqualTo(503);
            assertThat(three.lineBeginning("Retry-After:")).isEqualTo("Retry-After: 1");
            swap(2, "two");
            one.lineBeginning(TOOLS_CHANGED);
            two.lineBeginning(TOOLS_CHANGED);
        }
    }

    @Test
    void onlyTheNewestVersionGetsAnEmptyFirstEvent() throws Exception {
        try (var newest = new Wire(endpoint).listen(endpoint.initialize("2025-11-25"));
                var older = new Wire(endpoint).listen(endpoint.initialize("2025-06-18"))) {
            assertThat(newest.lineBeginning("data:")).isEqualTo("data:");
            older.lineBeginning("id:");
            swap(2, "two");
            assertThat(older.lineBeginning("data:")).isEqualTo(TOOLS_CHANGED);
        }
    }

    @Test
    void streamOfADisconnectedClientIsRemoved() throws Exception {
        listen().close();

        TestEndpoint.await("the stream is forgotten", () -> endpoint.streams().open() == 0);
    }

    @Test
    void endOfTheSessionEndsItsStream() throws Exception {
        var session = endpoint.initialize("2025-11-25");
        try (var wire = listen(session);
                var end = new Wire(endpoint)) {
            end.send("DELETE /mcp HTTP/1.1\nHost: localhost\nMcp-Session-Id: " + session);

            assertThat(end.status()).isEqualTo(204);
            wire.rest();
        }
    }

    @Test
    void drainingEndsStreamsAndOpensNone() throws Exception {
        try (var wire = listen();
                var late = new Wire(endpoint)) {
            endpoint.endpoint().drain(Duration.ofSeconds(1));

            wire.rest();
            late.listen(endpoint.initialize("2025-11-25"));
            assertThat(late.status()).isEqualTo(503);
        }
    }

    private Wire listen() throws Exception {
        return listen(endpoint.initialize("2025-11-25"));
    }

    /** Returns once the stream is open. */
    private Wire listen(String session) throws Exception {
        var wire = new Wire(endpoint).listen(session);
        assertThat(wire.status()).isEqualTo(200);
        wire.lineBeginning("id:");
        return wire;
    }

    private void swap(long sequence, String description) {
        endpoint.catalogs()
                .swap(server.catalog(
                        sequence, Leaves.tool("a", description), Leaves.resource("test://a", Leaves.text("1"))));
    }
}
