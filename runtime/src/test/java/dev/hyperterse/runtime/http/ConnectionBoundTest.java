package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replica with places for four connections. */
@Timeout(60)
class ConnectionBoundTest {
    private static final int MOST = 4;
    /** Instead of the status of an answer. */
    private static final int CLOSED = 0;

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String WAIT = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"execute\",\"arguments\":{\"tool\":\"wait\",\"inputs\":{}}}}";

    private final TestEndpoint endpoint =
            new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("wait", "waits")), MOST);

    private final List<Wire> wires = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (var wire : wires) {
            wire.close();
        }
        endpoint.close();
    }

    @Test
    void connectionBeyondTheLimitIsAnsweredAndClosed() throws Exception {
        for (int connection = 0; connection < MOST; connection++) {
            post(open(), WAIT);
        }
        TestEndpoint.await("all calls run", () -> endpoint.eras().running() == MOST);

        var tooMany = open();
        assertThat(tooMany.status()).isEqualTo(503);
        assertThat(tooMany.rest())
                .contains("Connection: close", "Retry-After: 1")
                .last()
                .asString()
                .contains("busy");
        assertThat(endpoint.endpoint().connections()).isEqualTo(MOST);

        endpoint.linker().release();
        for (var wire : wires.subList(0, MOST)) {
            assertThat(wire.status()).isEqualTo(200);
        }
    }

    /** The connection that is idle longest is closed, as {@code OpenConnectionsTest} shows; clients cannot observe that order. */
    @Test
    void idleConnectionMakesRoom() throws Exception {
        for (int connection = 0; connection < MOST; connection++) {
            served(open());
        }
        TestEndpoint.await("a fifth is served", this::isServed);

        assertThat(wires.subList(0, MOST))
                .extracting(wire -> status(wire, it -> post(it, PING)))
                .as("one of them is closed without a response")
                .containsExactlyInAnyOrder(CLOSED, 200, 200, 200);
    }

    @Test
    void stalledRequestMakesRoom() throws Exception {
        for (int connection = 0; connection < MOST; connection++) {
            open().sendMore("POST /mcp HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
        }
        TestEndpoint.await("a fifth is served", this::isServed);
    }

    @Test
    void streamsLeaveRoomForCalls() throws Exception {
        for (int stream = 0; stream < MOST - 1; stream++) {
            var session = endpoint.initialize("2025-06-18");
            assertThat(open().listen(session).status()).isEqualTo(200);
        }
        var session = endpoint.initialize("2025-06-18");
        TestEndpoint.await("the fourth stream is refused", () -> statusOf(wire -> wire.listen(session)) == 503);
        TestEndpoint.await("a call is answered", this::isServed);
    }

    /** Five have two and a half of four places; a sixth could need a whole one. */
    @Test
    void streamsTakeHalfOfAPlace() throws Exception {
        try (var streaming = new TestEndpoint(
                Servers.searching().catalog(1, Leaves.tool("wait", "waits")),
                new ConnectionMemory(8, MOST, 2, 1 << 20))) {
            for (int stream = 0; stream < 5; stream++) {
                var session = streaming.initialize("2025-06-18");
                assertThat(open(streaming).listen(session).status()).isEqualTo(200);
            }
            assertThat(streaming.endpoint().connections()).isGreaterThan(MOST);
            TestEndpoint.await("a call has the last place", () -> statusOf(streaming, wire -> post(wire, PING)) == 200);
        }
    }

    /** Its thread keeps the stack of the call before. */
    @Test
    void streamBehindACallTakesAWholePlace() throws Exception {
        try (var streaming = new TestEndpoint(
                Servers.searching().catalog(1, Leaves.tool("wait", "waits")),
                new ConnectionMemory(8, MOST, 2, 1 << 20))) {
            var sessions = new ArrayList<String>();
            for (int stream = 0; stream <= MOST; stream++) {
                sessions.add(streaming.initialize("2025-06-18"));
            }
            for (int stream = 0; stream < MOST - 1; stream++) {
                var wire = open(streaming);
                served(wire);
                assertThat(wire.listen(sessions.get(stream)).status()).isEqualTo(200);
            }
            TestEndpoint.await(
                    "the fourth is refused", () -> statusOf(streaming, wire -> wire.listen(sessions.getLast())) == 503);
            TestEndpoint.await("a call is answered", () -> statusOf(streaming, wire -> post(wire, PING)) == 200);
        }
    }

    private boolean isServed() {
        return statusOf(wire -> post(wire, PING)) == 200;
    }

    private int statusOf(Use use) {
        return statusOf(endpoint, use);
    }

    private int statusOf(TestEndpoint asked, Use use) {
        try {
            return status(open(asked), use);
        } catch (IOException refused) {
            return CLOSED;
        }
    }

    private static int status(Wire wire, Use use) {
        try {
            use.of(wire);
            return wire.status();
        } catch (IOException | RuntimeException closed) {
            return CLOSED;
        }
    }

    private Wire open() throws IOException {
        return open(endpoint);
    }

    private Wire open(TestEndpoint asked) throws IOException {
        var wire = new Wire(asked);
        wires.add(wire);
        return wire;
    }

    private static void served(Wire wire) throws IOException {
        post(wire, PING);
        assertThat(wire.status()).isEqualTo(200);
        wire.answerClosesConnection();
    }

    private static void post(Wire wire, String body) throws IOException {
        wire.send(
                "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: " + body.length(),
                body.getBytes(StandardCharsets.US_ASCII));
    }

    @FunctionalInterface
    private interface Use {
        void of(Wire wire) throws IOException;
    }
}
