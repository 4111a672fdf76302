package dev.hyperterse.engines.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.engines.http.TokenServer;
import dev.hyperterse.testbed.RecordingApi;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of tools of a server that wants a token. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpTokensTest {
    private static final String TEXT = "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}";
    private static final String HELLO = "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void callIsSentOnceMoreWithAnotherTokenWhereTheServerRefusesTheFirst(boolean modern) throws Exception {
        FakeMcp.Calls answer = (call, socket) -> call.header("authorization").equals("Bearer t0ken-1")
                ? RecordingApi.response(socket, "401 Unauthorized", FakeMcp.JSON, "{\"error\": \"invalid_token\"}")
                : FakeMcp.ok(socket, FakeMcp.JSON, FakeMcp.reply(call, TEXT));
        try (var tokens = TokenServer.start();
                var server = modern ? FakeMcp.modern(answer) : FakeMcp.withSessions(answer);
                var calls = McpCalls.on(server.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("book", "{}")).isEqualTo(HELLO);
            assertThat(server.received("tools/call"))
                    .extracting(call -> call.header("authorization"))
                    .containsExactly("Bearer t0ken-1", "Bearer t0ken-2");
            assertThat(server.received(modern ? "server/discover" : "initialize"))
                    .extracting(call -> call.header("authorization"))
                    .containsExactly("Bearer t0ken-1");
            assertThat(tokens.requests()).hasSize(2);
        }
    }

    @Test
    void cancellationIsSentWithAnotherTokenWhereThatOfTheAdapterHasExpired() throws Exception {
        var asked = new CountDownLatch(1);
        try (var tokens = TokenServer.start((_, socket) ->
                        RecordingApi.response(socket, "200 OK", FakeMcp.JSON, TokenServer.token("t0ken", 0)));
                var server = FakeMcp.withSessions((_, _) -> {
                    asked.countDown();
                    new CountDownLatch(1).await();
                    return false;
                });
                var calls = McpCalls.on(server.url(), tokens.auth(), TokenServer.values())) {
            calls.failure("book", McpCalls.With.NOTHING, () -> asked.getCount() == 0);
            while (server.received("notifications/cancelled").isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void serverThatRefusesEachTokenRefusesTheCredentials() throws Exception {
        try (var tokens = TokenServer.start();
                var server = FakeMcp.modern((call, socket) ->
                        RecordingApi.response(socket, "401 Unauthorized", FakeMcp.JSON, "{\"error\": \"t0ken-2\"}"));
                var calls = McpCalls.on(server.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("book", "{}"))
                    .isEqualTo("execution: the MCP server refuses the credentials of the adapter (HTTP 401)");
            assertThat(server.received("tools/call")).hasSize(2);
        }
    }
}
