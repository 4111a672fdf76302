package dev.hyperterse.engines.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.engines.mcp.message.Reply;
import dev.hyperterse.engines.mcp.message.ResultReader;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
                Thread.onSpinWait();
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

    private McpClient.Sent sent(McpClient client) throws Exception {
        return client.send("tools/call", Optional.of("greet"), "", CallOrigin.NONE, ResultReader.IGNORED, space);
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
