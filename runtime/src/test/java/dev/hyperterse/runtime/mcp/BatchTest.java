package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** A batch is one request: limited as a whole, and cancelled when its client disconnects. */
@Timeout(60)
class BatchTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String WAIT = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"execute\",\"arguments\":{\"tool\":\"wait\",\"inputs\":{}}}}";

    private TestEndpoint endpoint = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("wait", "waits")));

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void batchOfADisconnectedClientStops() throws Exception {
        try (var wire = new Wire(endpoint)) {
            post(wire, "[" + WAIT + "," + WAIT + "," + WAIT + "]");
            endpoint.linker().awaitWaiting();
        }

        assertThat(endpoint.linker().ended().get(60, TimeUnit.SECONDS)).isEqualTo(CallScope.End.CLIENT);
        endpoint.awaitNothingHeld();
        assertThat(endpoint.linker().calls()).as("the others were not begun").isEqualTo(1);
    }

    @Test
    void singleCallOutlivesItsConnection() throws Exception {
        try (var wire = new Wire(endpoint)) {
            post(wire, WAIT);
            endpoint.linker().awaitWaiting();
        }
        endpoint.linker().release();

        endpoint.awaitNothingHeld();
        assertThat(endpoint.linker().ended()).isNotDone();
    }

    @Test
    void wholeBatchHasTheTimeoutOfOneCall() throws Exception {
        endpoint.close();
        endpoint = new TestEndpoint(Servers.searching()
                .with(new Limits(1 << 20, 4 << 20, 128 << 20, 500, 256, 12_000))
                .catalog(1, Leaves.tool("wait", "waits"), Leaves.tool("orders", "lists")));
        var batch = "[" + WAIT + "," + PING + ",{\"id\":3},"
                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}," + WAIT + "]";
        JsonNode answers;
        do {
            // One that is held up until its deadline has passed begins no call.
            answers = Leaves.json(endpoint.post(batch).body());
        } while (endpoint.linker().calls() == 0);

        assertThat(answers.size()).isEqualTo(4);
        assertThat(answers.at("/0/result/content/0/text").stringValue()).contains("took too long");
        assertThat(answers.at("/1/error/message").stringValue()).contains("batch took too long");
        assertThat(answers.at("/1/id").intValue()).isEqualTo(1);
        assertThat(answers.at("/2/error/code").intValue()).isEqualTo(-32600);
        assertThat(answers.at("/3/error/message").stringValue()).contains("batch took too long");
        assertThat(endpoint.linker().calls()).isEqualTo(1);
    }

    @Test
    void connectionServesMoreRequestsAfterABatch() throws Exception {
        try (var wire = new Wire(endpoint)) {
            for (var body : new String[] {"[" + PING + "]", "[" + PING + "," + PING + "]", PING}) {
                post(wire, body);
                assertThat(wire.status()).isEqualTo(200);
                wire.answerClosesConnection();
            }
        }
    }

    /** What is read ahead, to see whether the client is there, is the beginning of its next request. */
    @Test
    void requestBehindABatchIsServed() throws Exception {
        try (var wire = new Wire(endpoint)) {
            post(wire, "[" + WAIT + "]");
            endpoint.linker().awaitWaiting();
            post(wire, PING);
            endpoint.linker().release();

            assertThat(wire.status()).isEqualTo(200);
            wire.answerClosesConnection();
            assertThat(wire.status()).isEqualTo(200);
        }
    }

    @Test
    void batchWithARequestBehindItStopsWithItsConnection() throws Exception {
        try (var wire = new Wire(endpoint)) {
            post(wire, "[" + WAIT + "," + WAIT + "]");
            endpoint.linker().awaitWaiting();
            post(wire, PING);
            post(wire, PING);
        }

        assertThat(endpoint.linker().ended().get(60, TimeUnit.SECONDS)).isEqualTo(CallScope.End.CLIENT);
        endpoint.awaitNothingHeld();
    }

    @Test
    void batchBehindABatchStopsWithItsConnection() throws Exception {
        try (var wire = new Wire(endpoint)) {
            var both = new ByteArrayOutputStream();
            both.writeBytes(bytes("[" + PING + "]"));
            both.writeBytes(bytes("[" + WAIT + "," + WAIT + "]"));
            wire.sendMore(both.toByteArray());
            endpoint.linker().awaitWaiting();
        }

        assertThat(endpoint.linker().ended().get(60, TimeUnit.SECONDS)).isEqualTo(CallScope.End.CLIENT);
        endpoint.awaitNothingHeld();
    }

    /** Buffered bytes hide the end of the connection, so their number is limited. */
    @Test
    void batchWithTooManyBytesBehindItStops() throws Exception {
        try (var wire = new Wire(endpoint)) {
            post(wire, "[" + WAIT + "," + WAIT + "]");
            endpoint.linker().awaitWaiting();
            wire.sendMore(new byte[32 * 1024]);

            assertThat(endpoint.linker().ended().get(60, TimeUnit.SECONDS)).isEqualTo(CallScope.End.CLIENT);
        }
        endpoint.awaitNothingHeld();
    }

    private static byte[] bytes(String body) {
        return ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static void post(Wire wire, String body) throws Exception {
        wire.sendMore(bytes(body));
    }
}
