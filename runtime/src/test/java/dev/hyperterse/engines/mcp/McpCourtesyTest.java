package dev.hyperterse.engines.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.engines.http.TokenServer;
import dev.hyperterse.engines.mcp.message.Reply;
import dev.hyperterse.engines.mcp.message.ResultReader;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests beside calls, to a server that does not answer them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpCourtesyTest {
    private static final Courtesy LIMIT = new Courtesy(Duration.ofMillis(50));

    private final McpClient.Space space =
            new McpClient.Space(new BufferBudget(1_000_000).open(100_000), Optional.empty());

    @Test
    void serverThatDoesNotEndItsSessionIsLeft() throws Exception {
        var ended = new CompletableFuture<Void>();
        try (var server = silent();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var endpoint = McpCalls.endpoint(server.url());
            var client = new McpClient(endpoint.of(Optional.empty()), LIMIT, Optional.empty(), false);
            threads.submit(() -> sent(client)).get();
            LIMIT.inBackground(() -> {
                try {
                    client.end();
                } finally {
                    endpoint.close();
                    ended.complete(null);
                }
            });
            ended.get();
            while (server.endedConnections() < server.connections()) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void callDoesNotWaitLongForTheAnswerWhetherItsSessionIsGone() throws Exception {
        try (var server = silent();
                var endpoint = McpCalls.endpoint(server.url());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var client = new McpClient(endpoint.of(Optional.empty()), LIMIT, Optional.empty(), false);
            var forgotten = threads.submit(() -> {
                var sent = sent(client);
                return client.forgetIfUnknown(sent.session(), (Reply.Refusal) sent.reply(), space);
            });
            assertThat(forgotten.get()).isFalse();
        }
    }

    /** A token that has expired is not renewed for it, and one that is refused is not replaced. */
    @ParameterizedTest
    @CsvSource({"0, 0", "3600, 1"})
    void noTokenIsExchangedToEndASession(int lifetime, int sent) throws Exception {
        try (var tokens = TokenServer.start((_, socket) -> RecordingApi.response(
                        socket, "200 OK", FakeMcp.JSON, TokenServer.token("exchanged", lifetime)));
                var server = RecordingApi.start((request, socket) -> request.contains("\"initialize\"")
                        ? McpSessionsTest.initialized(request, socket)
                        : RecordingApi.response(
                                socket,
                                request.startsWith("DELETE ") ? "401 Unauthorized" : "400 Bad Request",
                                "text/plain",
                                "no"));
                var endpoint = McpCalls.endpoint(server.url(), tokens.exchanging("login"), TokenServer.values());
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var deadlines = new DeadlineTimer();
                var scope = CallScope.open(deadlines, 60_000)) {
            var caller = McpCalls.With.token("alice", "alice-1").context(scope);
            var client = new McpClient(endpoint.of(Optional.of(caller)), LIMIT, Optional.empty(), false);
            var exchanged = threads.submit(() -> {
                        sent(client);
                        var before = tokens.requests().size();
                        client.end();
                        return tokens.requests().size() - before;
                    })
                    .get();
            assertThat(exchanged).isZero();
            assertThat(server.requests().stream().filter(it -> it.startsWith("DELETE ")))
                    .hasSize(sent);
        }
    }

    private McpClient.Sent sent(McpClient client) throws Exception {
        return client.send(
                "tools/call", Optional.of("greet"), Map::of, "", CallOrigin.NONE, ResultReader.IGNORED, space);
    }

    /** Begins a session and refuses calls in it; what else is asked in it is not answered. */
    private static RecordingApi silent() throws IOException {
        return RecordingApi.start((request, socket) -> {
            if (request.contains("\"initialize\"")) {
                return McpSessionsTest.initialized(request, socket);
            }
            return request.startsWith("DELETE ") || request.contains("\"ping\"")
                    ? socket.getInputStream().read() >= 0
                    : RecordingApi.response(socket, "400 Bad Request", "text/plain", "no such order");
        });
    }
}
