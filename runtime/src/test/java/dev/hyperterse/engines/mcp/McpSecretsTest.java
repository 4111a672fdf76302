package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.EVENTS;
import static dev.hyperterse.engines.mcp.FakeMcp.JSON;
import static dev.hyperterse.engines.mcp.FakeMcp.event;
import static dev.hyperterse.engines.mcp.FakeMcp.ok;
import static dev.hyperterse.engines.mcp.FakeMcp.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.engines.mcp.FakeMcp.Received;
import dev.hyperterse.engines.mcp.McpCalls.With;
import dev.hyperterse.testbed.RecordingApi;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that repeats its credential, behind what a caller fills a message with. */
@Timeout(60)
class McpSecretsTest {
    private static final String HALF = McpCalls.TOKEN.substring(0, McpCalls.TOKEN.length() / 2);

    @ParameterizedTest
    @ValueSource(ints = {2_000, 16 * 1024, 64 * 1024})
    void secretIsHiddenWhereTheTextOfAToolIsCut(int cut) throws Exception {
        try (var server = FakeMcp.modern(FakeMcp.result(
                        "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}".formatted(words(cut))));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).startsWith("execution: ").doesNotContain(HALF);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 16 * 1024, 64 * 1024})
    void secretIsHiddenWhereTheMessageOfARefusalIsCut(int cut) throws Exception {
        try (var server = FakeMcp.modern((call, socket) -> ok(
                        socket,
                        JSON,
                        reply(call, "{}")
                                .replace(
                                        "\"result\":{}",
                                        "\"error\":{\"code\":-32603,\"message\":\"%s\"}".formatted(words(cut)))));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).startsWith("execution: ").doesNotContain(HALF);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 16 * 1024, 64 * 1024})
    void secretIsHiddenWhereAResponseOfAnotherKindIsCut(int cut) throws Exception {
        try (var server = FakeMcp.modern(
                        (_, socket) -> RecordingApi.response(socket, "500 No", "text/plain", words(cut)));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).startsWith("execution: ").doesNotContain(HALF);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 16 * 1024, 64 * 1024})
    void secretIsHiddenInProgressAndWhereItsMessageIsCut(int cut) throws Exception {
        var progress = new ConcurrentLinkedQueue<Progress>();
        try (var server = FakeMcp.modern((call, socket) -> ok(
                        socket, EVENTS, progress(call, McpCalls.TOKEN) + progress(call, words(cut)) + result(call)));
                var calls = McpCalls.on(server.url())) {
            calls.run(
                    "greet", "{}", new With(false, new ProgressClient(progress), CallTrace.NONE, RequestHeaders.NONE));
        }
        assertThat(progress).hasSize(2).allSatisfy(it -> assertThat(it.message().orElseThrow())
                .hasSizeLessThanOrEqualTo(2_000)
                .doesNotContain(HALF));
    }

    private static String progress(Received call, String message) {
        return event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                + call.id() + ",\"progress\":1,\"message\":\"" + message + "\"}}");
    }

    private static String result(Received call) {
        return event(reply(call, "{\"content\":[]}"));
    }

    private static String words(int cut) {
        return " ".repeat(cut - McpCalls.TOKEN.length() + 1) + McpCalls.TOKEN;
    }
}
