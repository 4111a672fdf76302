package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.JSON;
import static dev.hyperterse.engines.mcp.FakeMcp.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.testbed.RecordingApi;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources of another server. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpResourcesTest {
    private static final String URI = "docs://a/größe";
    private static final String OTHER =
            "execution: the MCP server has answered with another resource than the one that was" + " asked for";

    private static FakeMcp server(boolean modern, FakeMcp.Calls calls) throws Exception {
        return modern ? FakeMcp.modern(calls) : FakeMcp.withSessions(calls);
    }

    private static String contents(String uri) {
        return "\"contents\":[{\"uri\":\"" + uri
                + "\",\"mimeType\":\"text/x\",\"text\":\"t\",\"_meta\":{\"a\":[1.50]}}]";
    }

    private static FakeMcp.Calls refusal(int code) {
        return (call, socket) -> ok(socket, JSON, error(call, code));
    }

    private static String error(FakeMcp.Received call, int code) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + call.id() + ",\"error\":{\"code\":" + code + ",\"message\":\"no "
                + McpCalls.TOKEN + "\"}}";
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void contentsArePassedOn(boolean modern) throws Exception {
        try (var server = server(
                        modern,
                        FakeMcp.result(
                                "{" + contents(URI) + ",\"ttlMs\":9,\"cacheScope\":\"public\",\"_meta\":{\"b\":2}}"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read(URI)).isEqualTo(contents(URI) + ",\"_meta\":{\"b\":2}");
            var call = server.received("resources/read").getFirst();
            assertThat(call.body().path("params").path("uri").asString()).isEqualTo(URI);
            assertThat(call.header("mcp-name")).isEqualTo(modern ? "=?base64?ZG9jczovL2EvZ3LDtsOfZQ==?=" : "");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "docs://a/b, docs://a/b/c, true",
        "docs://a/b/, docs://a/b/c, true",
        "docs://a/b, docs://a/b/c/d?e#f, true",
        "docs://a/b, docs://a/bc, false",
        "docs://a/b, docs://a, false",
        "docs://a/b, DOCS://a/b, false",
        "docs://a/b, docs://a/b/../c, false",
        "docs://a/b, docs://a/b/%2E./c, false",
        "docs://a/b, docs://a/b/c/.., false",
        "docs://a/b, docs://a/b/..\\\\c, false",
        "docs://a/b, docs://a/b/..?c, false",
        "docs://a/b, docs://a/b/c?/../d, false",
        "docs://a/b, docs://a/b/c#../d, false",
        "docs://a/b, docs://a/b/%2e%2E%23c, false",
        "docs://a/b, file:///etc/passwd, false",
        "docs://a/b, '', false",
    })
    void contentsAreOfTheAskedResourceOrBelowIt(String asked, String uri, boolean passed) throws Exception {
        try (var server = FakeMcp.modern(FakeMcp.result("{" + contents(uri) + "}"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read(asked)).isEqualTo(passed ? contents(uri) : OTHER);
        }
    }

    @Test
    void metaOfThisServerIsLeftOut() throws Exception {
        var contents =
                "\"contents\":[{\"uri\":\"a:b\",\"_meta\":{\"dev.hyperterse/cache\":{\"ageMs\":1},\"a\":1},\"text\":\"t\"}]";
        try (var server = FakeMcp.modern(FakeMcp.result("{" + contents + "}"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b"))
                    .isEqualTo("\"contents\":[{\"uri\":\"a:b\",\"_meta\":{\"a\":1},\"text\":\"t\"}]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"text\":\"t\"}",
                "{\"uri\":\"a:b\"}",
                "{\"uri\":1,\"text\":\"t\"}",
                "{\"uri\":\"a:b\",\"text\":1}",
                "{\"uri\":\"a:b\",\"blob\":null}",
                "\"t\""
            })
    void contentsOfAnotherFormAreRefused(String contents) throws Exception {
        try (var server = FakeMcp.modern(FakeMcp.result("{\"contents\":[" + contents + "]}"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b"))
                    .isEqualTo(
                            "execution: the MCP server has sent contents of a resource without a URI, or without a text"
                                    + " or blob");
        }
    }

    @ParameterizedTest
    @CsvSource({"true,-32602", "false,-32002", "false,-32602", "true,-32002"})
    void unknownResourceDoesNotExistHereEither(boolean modern, int code) throws Exception {
        try (var server = server(modern, refusal(code));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b")).isEqualTo("resolve: the MCP server does not have the resource");
        }
    }

    @Test
    void unknownResourceCostsNoSession() throws Exception {
        try (var server = FakeMcp.withSessions(
                        (call, socket) -> RecordingApi.response(socket, "404 Not Found", JSON, error(call, -32002)));
                var calls = McpCalls.on(server.url())) {
            calls.read("a:b");
            assertThat(calls.read("a:b")).isEqualTo("resolve: the MCP server does not have the resource");
            assertThat(server.begun()).isEqualTo(1);
        }
    }

    @Test
    void refusedCredentialsAreNoUnknownResource() throws Exception {
        try (var server = FakeMcp.modern(
                        (call, socket) -> RecordingApi.response(socket, "403 Forbidden", JSON, error(call, -32602)));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b"))
                    .isEqualTo("execution: the MCP server refuses the credentials of the adapter (HTTP 403)");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anotherErrorIsShownWithoutTheCredential(boolean modern) throws Exception {
        try (var server = server(modern, refusal(-32603));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b"))
                    .startsWith("execution: no ")
                    .endsWith("(MCP -32603)")
                    .doesNotContain(McpCalls.TOKEN);
        }
    }

    @Test
    void requestForInputIsAnError() throws Exception {
        try (var server = FakeMcp.modern(FakeMcp.result("{\"resultType\":\"input_required\"}"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b"))
                    .isEqualTo("execution: the resource of the MCP server asks for input, which is not passed on");
        }
    }

    @Test
    void resourceIsAskedForAgainAfterALostConnection() throws Exception {
        try (var server = FakeMcp.modern((_, _) -> false);
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b"))
                    .isEqualTo("execution: the connection of adapter db was lost while the call ran");
            assertThat(server.received("resources/read")).hasSize(3);
        }
    }

    @Test
    void resourceThatIsTooLargeIsNotHeld() throws Exception {
        var huge = "{\"contents\":[{\"uri\":\"a:b\",\"blob\":\"%s\"}]}".formatted("x".repeat(2 * 1024 * 1024));
        try (var server = FakeMcp.modern(FakeMcp.result(huge));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b"))
                    .isEqualTo("result: the answer of the MCP server is larger than 1048576 bytes");
        }
    }

    @Test
    void streamIsResumed() throws Exception {
        try (var server = FakeMcp.withSessions((received, socket) -> {
                    FakeMcp.stream(socket);
                    RecordingApi.write(
                            socket,
                            received.head().startsWith("GET ")
                                    ? FakeMcp.event(
                                            "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{" + contents("a:b") + "}}")
                                    : "retry: 1\nid: a\ndata: \n\n");
                    return false;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read("a:b")).isEqualTo(contents("a:b"));
        }
    }

    @Test
    void variablesOfATemplateAreExpanded() throws Exception {
        var template = Leaves.uriTemplate("docs://", "{name}", "/", "{+path}");
        try (var server = FakeMcp.modern(FakeMcp.result("{" + contents("docs://a%2F..x%3F/b/c%20d") + "}"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.read(template, Map.of("name", "a/..x?", "path", "b/c%20d")))
                    .isEqualTo(contents("docs://a%2F..x%3F/b/c%20d"));
            assertThat(server.received("resources/read")
                            .getFirst()
                            .body()
                            .path("params")
                            .path("uri")
                            .asString())
                    .isEqualTo("docs://a%2F..x%3F/b/c%20d");
            assertThat(calls.read(template, Map.of("name", "..", "path", "b")))
                    .isEqualTo("binding: the segments . and .. are not allowed in the URI: they could lead elsewhere");
            assertThat(server.received("resources/read")).hasSize(1);
        }
    }
}
