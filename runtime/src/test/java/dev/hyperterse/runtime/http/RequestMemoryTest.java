package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
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
    /** A head is charged three times, and has a few more headers than that long one; its body may come behind it. */
    private static final ConnectionMemory MEMORY = ConnectionMemory.of(100, 3 * (LONG + 500) + 3 * 1024);

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

    /** It waits on a deeper stack than an idle connection. */
    @Test
    void awaitedBodyHoldsMemoryUntilItHasCome() throws Exception {
        var wire = open();
        wire.sendMore(("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + PING.length() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        TestEndpoint.await("it is awaited", () -> endpoint.heldByRequests() >= 3 * 1024);

        wire.sendMore(PING.getBytes(StandardCharsets.US_ASCII));

        assertThat(wire.status()).isEqualTo(200);
        TestEndpoint.await("it holds nothing", () -> endpoint.heldByRequests() == 0);
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
    void streamHoldsNothing() throws Exception {
        for (int stream = 0; stream < 5; stream++) {
            assertThat(stream().status()).isEqualTo(200);
            TestEndpoint.await("it holds nothing", () -> endpoint.heldByRequests() == 0);
        }
    }

    /** Its body is never read, and its connection ends with it. */
    @Test
    void streamWithAnUnreadBodyHoldsNothing() throws Exception {
        var session = endpoint.initialize("2025-11-25");
        for (int stream = 0; stream < 5; stream++) {
            var wire = open().send(
                            "GET /mcp HTTP/1.1\nHost: localhost\nAccept: text/event-stream\nMcp-Session-Id: " + session
                                    + "\nX-Filler: " + "x".repeat(LONG) + "\nContent-Length: 200",
                            new byte[100]);
            assertThat(wire.status()).isEqualTo(200);
            TestEndpoint.await("it holds nothing", () -> endpoint.heldByRequests() == 0);
        }
    }

    private Wire stream() throws IOException {
        return open().send(
                        "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nX-Filler: "
                                + "x".repeat(LONG)
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
