package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.JSON;
import static dev.hyperterse.engines.mcp.FakeMcp.ok;
import static dev.hyperterse.engines.mcp.FakeMcp.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.RecordingApi;
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

    private static String words(int cut) {
        return " ".repeat(cut - McpCalls.TOKEN.length() + 1) + McpCalls.TOKEN;
    }
}
