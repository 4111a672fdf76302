package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.ReadLimits;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ResponseWatchdogTest {
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{%s"
            + "\"name\":\"execute\",\"arguments\":{\"tool\":\"%s\",\"inputs\":{}}}}";

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
            + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

    private TestEndpoint endpoint;

    @BeforeEach
    void start() {
        endpoint = new TestEndpoint(Servers.searching()
                .catalog(1, Leaves.tool("wait", "W"), Leaves.tool("a", "A"), Leaves.tool("big", "B")));
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void slowCallOpensAStream() throws Exception {
        try (var wire = new Wire(endpoint)) {
            sendCall(wire, TestEndpoint.EVENTS);
            assertThat(wire.status()).as("before the call has ended").isEqualTo(200);
            wire.lineBeginning(":");
            endpoint.linker().release();

            var answer = Leaves.json(wire.lineBeginning("data: ").substring(6));
            assertThat(answer.at("/result/content/0/text").stringValue()).contains("wait");
        }
        endpoint.awaitNothingHeld();
    }

    @Test
    void clientThatAcceptsNoEventsGetsJson() throws Exception {
        var answer = new CompletableFuture<JsonNode>();
        Thread.ofVirtual().start(() -> {
            try {
                answer.complete(endpoint.execute("wait", "{}"));
            } catch (Exception failed) {
                answer.completeExceptionally(failed);
            }
        });
        endpoint.linker().awaitWaiting();
        endpoint.linker().release();

        assertThat(answer.get().has("result")).isTrue();
    }

    /** A slow initialize on a stream would hide the session id from its client. */
    @Test
    void onlySlowCallsOpenAStream() {
        assertThat(isCalled(INITIALIZE, Optional.empty())).isFalse();
        assertThat(isCalled(CALL.formatted("", "a"), Optional.of("forged"))).isFalse();
        assertThat(isCalled(CALL.formatted("", "a"), Optional.empty())).isTrue();
    }

    private boolean isCalled(String body, Optional<String> session) {
        var called = new AtomicBoolean();
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var stream = new CallStream() {
            @Override
            public void calling() {
                called.set(true);
            }

            @Override
            public void onDisconnect(Runnable disconnected) {
                throw new AssertionError("in this era only a batch ends with its client");
            }

            @Override
            public void notice(byte[] message) {
                // The test ignores notices.
            }

            @Override
            public boolean open() {
                return false;
            }
        };
        endpoint.eras()
                .post(
                        bytes,
                        bytes.length,
                        Caller.anonymous(session, Optional.empty()),
                        endpoint.catalogs().current().orElseThrow(),
                        stream)
                .release();
        return called.get();
    }

    @Test
    void disconnectDoesNotCancelACallWithASession() throws Exception {
        try (var wire = new Wire(endpoint)) {
            sendCall(wire, TestEndpoint.EVENTS);
            endpoint.linker().awaitWaiting();
        }
        assertThat(endpoint.eras().running()).isOne();
        endpoint.linker().release();
        TestEndpoint.await("the call has ended", () -> endpoint.eras().running() == 0);
        assertThat(endpoint.linker().ended()).as("not ended from outside").isNotDone();
        endpoint.awaitNothingHeld();
    }

    @Test
    void progressIsSentOnRequest() throws Exception {
        var messages = messages(CALL.formatted("\"_meta\":{\"progressToken\":\"p\"},", "a"));

        assertThat(messages).hasSize(3);
        assertThat(messages.get(0).at("/params").toString())
                .isEqualTo("{\"progressToken\":\"p\",\"progress\":0,\"total\":1,\"message\":\"execution started\"}");
        assertThat(messages.get(1).at("/params/progress").intValue()).isOne();
        assertThat(messages.get(2).has("result")).isTrue();
    }

    @Test
    void logMessagesAreSentToSessionsWithALevel() throws Exception {
        var session = endpoint.initialize("2025-06-18");
        assertThat(messages(CALL.formatted("", "a"), "Mcp-Session-Id", session)).hasSize(1);
        endpoint.call("logging/setLevel", "{\"level\":\"info\"}", "Mcp-Session-Id", session);

        var received = messages(CALL.formatted("", "a"), "Mcp-Session-Id", session);
        endpoint.call("logging/setLevel", "{\"level\":\"error\"}", "Mcp-Session-Id", session);

        assertThat(received.stream()
                        .map(message -> message.at("/params/data/event").asString("answer")))
                .containsExactly("tool_execute_started", "tool_execute_completed", "answer");
        assertThat(received.get(1).at("/params/data/results").intValue()).isOne();
        assertThat(messages(CALL.formatted("", "a"), "Mcp-Session-Id", session)).hasSize(1);
        assertThat(messages(CALL.formatted("", "none"), "Mcp-Session-Id", session))
                .hasSize(2);
    }

    @Test
    void clientThatDoesNotReadIsDroppedAndDelaysNoOther() throws Exception {
        var limits = new Timeouts(ReadLimits.standard(), Duration.ofMillis(500), Duration.ZERO);
        try (var impatient = new TestEndpoint(
                        Servers.searching().catalog(1, Leaves.tool("a", "A"), Leaves.tool("big", "B")), limits);
                var wire = new Wire(impatient)) {
            wire.receiveBuffer(4096);
            for (int call = 0; call < 4; call++) {
                sendCall(wire, "application/json", "big");
            }
            assertThat(impatient.execute("a", "{}").has("result")).isTrue();
            impatient.awaitNothingHeld();
        }
    }

    private void sendCall(Wire wire, String accept) throws Exception {
        sendCall(wire, accept, "wait");
    }

    private void sendCall(Wire wire, String accept, String tool) throws Exception {
        var body = CALL.formatted("", tool).getBytes();
        wire.send("""
                POST /mcp HTTP/1.1
                Host: localhost
                Accept: %s
                Content-Type: application/json
                Content-Length: %d""".formatted(accept, body.length), body);
    }

    /** Every message of the answer, be it a stream or not. */
    private List<JsonNode> messages(String body, String... headers) throws Exception {
        var response = endpoint.client()
                .send(
                        endpoint.request(headers)
                                .header("Accept", TestEndpoint.EVENTS)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
        return response.body()
                .lines()
                .filter(line -> line.startsWith("{") || line.startsWith("data: "))
                .map(line -> Leaves.json(line.replaceFirst("^data: ", "")))
                .toList();
    }
}
