package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream leaves the routing of its request; what the client sends on that connection is still read as it should be. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RequestBehindStreamTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
    private static final String LISTEN = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\","
            + "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}},\"notifications\":{\"toolsListChanged\":true}}}";
    private static final String LAST_CHUNK = "0";

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching().catalog(1));

    @Test
    void connectionServesAnotherRequestBehindAStreamThatHasEnded() throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.listen(endpoint.initialize("2025-11-25"));
            assertThat(wire.status()).isEqualTo(200);
            wire.lineBeginning("id: ");
            endpoint.streams().close();

            wire.lineBeginning(LAST_CHUNK);
            wire.lineBeginning("");
            assertThat(pinged(wire)).contains("\"id\":9");
        }
    }

    @Test
    void connectionServesAnotherRequestBehindASubscriptionThatHasEnded() throws Exception {
        try (var wire = new Wire(endpoint)) {
            listen(wire, "X-Any: 1");
            endpoint.streams().close();

            assertThat(wire.lineBeginning("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\""))
                    .isNotEmpty();
            wire.lineBeginning(LAST_CHUNK);
            wire.lineBeginning("");
            assertThat(pinged(wire)).contains("\"id\":9");
        }
    }

    /** It would be taken for an answer to the stream. */
    @Test
    void requestThatIsSentDuringAStreamIsAnsweredBehindIt() throws Exception {
        try (var wire = new Wire(endpoint)) {
            listen(wire, "X-Any: 1");
            ping(wire);
            endpoint.streams().close();

            wire.lineBeginning(LAST_CHUNK);
            wire.lineBeginning("");
            assertThat(wire.status()).isEqualTo(200);
            assertThat(wire.body()).contains("\"id\":9");
        }
    }

    /** A page without access could hide a call in it. */
    @Test
    void bodyOfARequestThatShouldHaveNoneIsNotTakenForARequest() throws Exception {
        var session = endpoint.initialize("2025-11-25");
        var hidden = "DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: " + session + "\r\n\r\n";
        try (var wire = new Wire(endpoint)) {
            wire.send("""
                    GET /mcp HTTP/1.1
                    Host: localhost
                    Accept: text/event-stream
                    Mcp-Session-Id: %s
                    Content-Length: %d""".formatted(session, hidden.length()), hidden.getBytes(StandardCharsets.US_ASCII));
            assertThat(wire.status()).isEqualTo(200);
            wire.lineBeginning("id: ");
            endpoint.streams().close();

            wire.lineBeginning(LAST_CHUNK);
            wire.lineBeginning("");
            assertThat(wire.rest()).as("the end of the connection").isEmpty();
        }
        assertThat(endpoint.post(PING, "Mcp-Session-Id", session).statusCode())
                .as("the session has not ended")
                .isEqualTo(200);
    }

    @Test
    void connectionEndsWithTheStreamWhereTheClientWantsIt() throws Exception {
        try (var wire = new Wire(endpoint)) {
            listen(wire, "Connection: close");
            endpoint.streams().close();

            wire.lineBeginning(LAST_CHUNK);
            wire.lineBeginning("");
            assertThat(wire.rest()).as("the end of the connection").isEmpty();
        }
    }

    private static void listen(Wire wire, String header) throws IOException {
        wire.send("""
                POST /mcp HTTP/1.1
                Host: localhost
                Content-Type: application/json
                Accept: application/json, text/event-stream
                MCP-Protocol-Version: 2026-07-28
                Mcp-Method: subscriptions/listen
                %s
                Content-Length: %d""".formatted(header, LISTEN.length()), LISTEN.getBytes(StandardCharsets.US_ASCII));
        assertThat(wire.status()).isEqualTo(200);
        wire.lineBeginning("data: ");
    }

    private static String pinged(Wire wire) throws IOException {
        ping(wire);
        assertThat(wire.status()).isEqualTo(200);
        return wire.body();
    }

    private static void ping(Wire wire) throws IOException {
        wire.send("""
                POST /mcp HTTP/1.1
                Host: localhost
                Content-Type: application/json
                Accept: application/json, text/event-stream
                Content-Length: %d""".formatted(PING.length()), PING.getBytes(StandardCharsets.US_ASCII));
    }
}
