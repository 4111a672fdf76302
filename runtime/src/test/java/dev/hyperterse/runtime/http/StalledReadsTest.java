package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.ReadLimits;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that never complete their request. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StalledReadsTest {
    private static final String POST = "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\n";

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching().catalog(1));

    @AutoClose
    private final TestEndpoint impatient = new TestEndpoint(
            Servers.searching().catalog(1),
            new Timeouts(
                    new ReadLimits(Duration.ofSeconds(1), Duration.ofSeconds(2)), TestEndpoint.LONG, Duration.ZERO));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
                "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n9\r\n{",
                "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
                "POST /mcp HTTP/1.1\r\nHost: loc",
                "G",
            })
    void stalledRequestIsTimedOut(String begun) throws Exception {
        try (var wire = new Wire(impatient)) {
            wire.sendMore(begun.getBytes(StandardCharsets.US_ASCII));

            assertTimedOut(wire);
        }
        impatient.awaitNothingHeld();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 900000|",
                "Transfer-Encoding: chunked|90000\r\n",
                "X|",
            })
    void tricklingRequestIsTimedOut(String headAndBody) throws Exception {
        var parts = headAndBody.split("\\|", 2);
        try (var wire = new Wire(impatient)) {
            if (parts[0].equals("X")) {
                wire.sendMore("GET /mcp HTTP/1.1\r\nX-Filler: ".getBytes(StandardCharsets.US_ASCII));
            } else {
                wire.send(POST + parts[0], parts[1].getBytes(StandardCharsets.US_ASCII));
            }
            var sender = Thread.ofVirtual().start(() -> wire.trickle(" "));
            try {
                assertTimedOut(wire);
            } finally {
                sender.interrupt();
                sender.join();
            }
        }
        impatient.awaitNothingHeld();
    }

    /** 128 bodies of 1 MiB are the whole budget of a default server, if what is announced is what is reserved. */
    @Test
    void announcedBytesAreNotReserved() throws Exception {
        var silent = new ArrayList<Wire>();
        try {
            for (int connection = 0; connection < 140; connection++) {
                silent.add(new Wire(endpoint).send(POST + "Content-Length: 1048576", (byte) '{'));
            }
            endpoint.awaitSomethingHeld();

            assertThat(endpoint.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")
                            .statusCode())
                    .isEqualTo(200);
        } finally {
            for (var wire : silent) {
                wire.close();
            }
        }
        endpoint.awaitNothingHeld();
    }

    @Test
    void drainDoesNotWaitForAnIncompleteBody() throws Exception {
        var patience = Duration.ofMinutes(10);
        var limits = new Timeouts(new ReadLimits(patience, patience), TestEndpoint.LONG, Duration.ZERO);
        try (var draining = new TestEndpoint(Servers.searching().catalog(1), limits);
                var wire = new Wire(draining)) {
            wire.send(POST + "Content-Length: 9", (byte) '{');
            draining.awaitSomethingHeld();

            assertThat(draining.endpoint().drain(patience)).isZero();
        }
    }

    /** A timeout that counted the time of the call would take its connection away from the next one. */
    @Test
    void callThatRunsLongerThanAConnectionMayBeIdleLeavesItOpen() throws Exception {
        var brief = new ReadLimits(TestEndpoint.LONG, TestEndpoint.LONG, Duration.ofMillis(200));
        try (var quick = new TestEndpoint(
                        Servers.searching().catalog(1, Leaves.tool("wait", "waits")),
                        new Timeouts(brief, TestEndpoint.LONG, Duration.ZERO));
                var busy = calling(quick);
                var idle = new Wire(quick)) {
            quick.linker().awaitWaiting();

            assertThat(idle.rest()).as("closed without an answer").isEmpty();
            // Sent before the call has ended: behind it this connection may be idle for no longer than the other one.
            post(busy, "ping", "");
            quick.linker().release();

            assertThat(busy.status()).isEqualTo(200);
            assertThat(busy.body()).contains("result");
            assertThat(busy.status()).isEqualTo(200);
        }
    }

    /** A connection whose request has begun: on a busy machine it may be idle for too long before that. */
    private static Wire calling(TestEndpoint endpoint) throws IOException {
        var body = message(
                "tools/call", ",\"params\":{\"name\":\"execute\",\"arguments\":{\"tool\":\"wait\",\"inputs\":{}}}");
        for (var attempt = 1; ; attempt++) {
            var wire = new Wire(endpoint);
            try {
                wire.send(POST + "Expect: 100-continue\nContent-Length: " + body.length);
                wire.lineBeginning("HTTP/1.1 100 ");
                wire.lineBeginning("");
                wire.sendMore(body);
                return wire;
            } catch (IOException closed) {
                wire.close();
                if (attempt == 10) {
                    throw closed;
                }
            }
        }
    }

    private static void post(Wire wire, String method, String params) throws Exception {
        var body = message(method, params);
        wire.send(POST + "Content-Length: " + body.length, body);
    }

    private static byte[] message(String method, String params) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"" + params + "}")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static void assertTimedOut(Wire wire) throws Exception {
        assertThat(wire.status()).isEqualTo(408);
        var answer = wire.rest();
        assertThat(answer)
                .contains("Connection: close", "Content-Type: application/json", "Access-Control-Allow-Origin: *");
        assertThat(Leaves.json(answer.getLast()).at("/error/code").intValue()).isEqualTo(-32600);
    }
}
