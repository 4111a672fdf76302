package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that share the memory of one long head. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RequestMemoryTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String LISTEN = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\","
            + "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}},\"notifications\":{\"toolsListChanged\":true}}}";
    private static final int LONG = 4_000;
    /** Two heads of streams with that are more than half of the memory, and three are less than all of it. */
    private static final int STREAM = 1_400;
    /** A head is charged three times; it has a few more headers than that long one. */
    private static final ConnectionMemory MEMORY = new ConnectionMemory(100, 3 * (LONG + 500));

    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching().catalog(1), MEMORY);
    private final List<Wire> wires = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (var wire : wires) {
            wire.close();
        }
        endpoint.close();
    }

    @Test
    void headThatAsksForMoreThanIsLeftIsAnswered() throws IOException {
        var tooLong = post(open(), 3 * LONG);

        assertThat(tooLong.status()).isEqualTo(503);
        assertThat(tooLong.answer()).contains("Connection: close", "Retry-After: 1");
        assertThat(post(open(), LONG).status()).as("one that fits").isEqualTo(200);
    }

    @Test
    void shortRequestsNeedNoneOfIt() throws Exception {
        begin();
        for (int other = 0; other < 10; other++) {
            assertThat(post(open(), 100).status()).isEqualTo(200);
        }
    }

    @Test
    void headThatStallsMakesRoom() throws Exception {
        begin();
        TestEndpoint.await("a long one is served", () -> statusOfLong() == 200);
    }

    @Test
    void connectionBetweenRequestsHoldsNothing() throws Exception {
        var first = open();
        for (int request = 0; request < 5; request++) {
            assertThat(post(first, LONG).status()).isEqualTo(200);
            first.answerClosesConnection();
        }
        TestEndpoint.await("another is served", () -> statusOfLong() == 200);

        assertThat(post(first, 100).status()).as("the first is still open").isEqualTo(200);
    }

    @Test
    void connectionThatIsClosedHoldsNothing() throws Exception {
        for (int client = 0; client < 5; client++) {
            begin().close();
            TestEndpoint.await("it holds nothing", () -> endpoint.heldByRequests() == 0);
        }
        assertThat(statusOfLong()).isEqualTo(200);
    }

    @Test
    void streamsLeaveHalfOfItToCalls() throws IOException {
        var first = stream();
        assertThat(first.status()).isEqualTo(200);

        var second = stream();
        assertThat(second.status()).isEqualTo(503);
        assertThat(second.answer()).contains("Connection: close", "Retry-After: 1");
        assertThat(second.rest()).as("the end of the connection").isEmpty();
        assertThat(post(open(), STREAM).status()).as("a call").isEqualTo(200);
    }

    @Test
    void streamThatHasEndedLeavesItsPartToAnother() throws Exception {
        try (var first = stream()) {
            assertThat(first.status()).isEqualTo(200);
        }
        TestEndpoint.await("another is opened", () -> {
            try (var next = stream()) {
                return next.status() == 200;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    private Wire stream() throws IOException {
        return open().send(
                        "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nX-Filler: "
                                + "x".repeat(STREAM)
                                + "\nAccept: application/json, text/event-stream\nMCP-Protocol-Version: 2026-07-28"
                                + "\nMcp-Method: subscriptions/listen\nContent-Length: " + LISTEN.length(),
                        LISTEN.getBytes(StandardCharsets.US_ASCII));
    }

    /** A connection whose head is incomplete and holds memory. */
    private Wire begin() throws Exception {
        var begun = open();
        begun.sendMore(begun());
        TestEndpoint.await("a head holds the memory", () -> endpoint.heldByRequests() > 0);
        return begun;
    }

    private int statusOfLong() {
        try {
            return post(open(), LONG).status();
        } catch (IOException | RuntimeException closed) {
            return 0;
        }
    }

    private Wire open() throws IOException {
        var wire = new Wire(endpoint);
        wires.add(wire);
        return wire;
    }

    private static byte[] begun() {
        return ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Filler: " + "x".repeat(LONG))
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static Wire post(Wire wire, int filler) throws IOException {
        return wire.send(
                "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nX-Filler: " + "x".repeat(filler)
                        + "\nContent-Length: " + PING.length(),
                PING.getBytes(StandardCharsets.US_ASCII));
    }
}
