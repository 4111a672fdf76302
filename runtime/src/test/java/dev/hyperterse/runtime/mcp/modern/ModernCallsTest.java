package dev.hyperterse.runtime.mcp.modern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ModernCallsTest {
    private static final String SERVER_INFO = "{\"name\":\"shop\",\"title\":\"Shop\",\"version\":\"1.0.0\"}";

    private final Servers server = Servers.searching().with(Exposure.SearchAndDirect);
    private final TestEndpoint endpoint = new TestEndpoint(catalog(server));

    private static Catalog catalog(Servers server) {
        return server.catalog(
                1,
                Leaves.tool("films", "Films on show"),
                Leaves.tool("fail", "Fails"),
                Leaves.tool("break", "Breaks"),
                Leaves.tool("wait", "Waits"),
                Leaves.prompt("greet", List.of(Leaves.argument("who", true, "Ada", "Bob"))),
                Leaves.resource("test://a", Leaves.text("one")));
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void discoveryIntroducesTheServer() throws Exception {
        var result = ModernRequest.of("server/discover").answer(endpoint).get("result");

        assertThat(result.at("/supportedVersions/0").stringValue()).isEqualTo(ModernRequest.VERSION);
        assertThat(result.get("capabilities"))
                .isEqualTo(Leaves.json("{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
                        + "\"resources\":{\"listChanged\":true,\"subscribe\":true},\"completions\":{},"
                        + "\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"));
        assertThat(result.get("instructions").stringValue()).isEqualTo("Be kind.");
        assertCacheable(result);
    }

    @ParameterizedTest
    @CsvSource({
        "tools/list, tools, 6",
        "prompts/list, prompts, 1",
        "resources/list, resources, 1",
        "resources/templates/list, resourceTemplates, 0",
    })
    void listsHaveTheirCacheTimes(String method, String member, int size) throws Exception {
        var result = ModernRequest.of(method).answer(endpoint).get("result");

        assertThat(result.get(member)).hasSize(size);
        assertCacheable(result);
    }

    private static void assertCacheable(JsonNode result) {
        assertComplete(result);
        assertThat(result.get("ttlMs").intValue()).isEqualTo(60_000);
        assertThat(result.get("cacheScope").stringValue()).isEqualTo("public");
    }

    private static void assertComplete(JsonNode result) {
        assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
        assertThat(result.at("/_meta/io.modelcontextprotocol~1serverInfo")).isEqualTo(Leaves.json(SERVER_INFO));
    }

    @Test
    void toolsAreCalledByTheirNamesAndByExecute() throws Exception {
        var direct = ModernRequest.call("films", "{\"id\":3}").answer(endpoint);
        var executed = ModernRequest.execute("films", "{\"id\":3}").answer(endpoint);

        assertThat(direct.get("id").intValue()).isEqualTo(7);
        assertComplete(direct.get("result"));
        assertThat(direct.at("/result/content/0/text").stringValue()).contains("\"id\":3");
        assertThat(executed).isEqualTo(direct);
        endpoint.awaitNothingHeld();
    }

    @Test
    void searchPromptsResourcesAndCompletionsAreComplete() throws Exception {
        for (var request : List.of(
                ModernRequest.call("search", "{\"query\":\"films\"}"),
                ModernRequest.prompt("greet", "{\"who\":\"Ada\"}"),
                ModernRequest.read("test://a"),
                ModernRequest.of(
                        "completion/complete",
                        "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},\"argument\":{\"name\":\"who\",\"value\":\"A\"}"))) {
            var result = request.answer(endpoint).get("result");

            assertThat(result).as(request.method()).isNotNull();
            assertComplete(result);
        }
        assertCacheable(ModernRequest.read("test://a").answer(endpoint).get("result"));
    }

    /** The model reads failures of a tool; an unknown tool is an error of the protocol. */
    @Test
    void failuresOfToolsAreInTheirResults() throws Exception {
        for (var failing : List.of(
                ModernRequest.call("fail", "{}"),
                ModernRequest.execute("fail", "{}"),
                ModernRequest.call("execute", "{\"tool\":\"\"}"))) {
            var result = failing.answer(endpoint).get("result");

            assertThat(result.get("isError").booleanValue()).isTrue();
            assertComplete(result);
        }
        var unknown = ModernRequest.call("none", "{}").post(endpoint);
        assertThat(unknown.statusCode()).isEqualTo(200);
        assertThat(Leaves.json(unknown.body()).at("/error/code").intValue()).isEqualTo(-32602);
        assertThat(ModernRequest.execute("none", "{}")
                        .answer(endpoint)
                        .at("/result/isError")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void settingsDecideHowEntryToolsReportErrors() throws Exception {
        endpoint.catalogs().swap(catalog(server.with(ExecuteErrors.JsonRpc)));
        assertThat(ModernRequest.execute("fail", "{}")
                        .answer(endpoint)
                        .at("/error/code")
                        .intValue())
                .isEqualTo(-32603);

        endpoint.catalogs().swap(catalog(server.with(ExecuteErrors.ToolResult)));
        assertThat(ModernRequest.execute("none", "{}")
                        .answer(endpoint)
                        .at("/result/isError")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void internalErrorRevealsNothing() throws Exception {
        var answer = ModernRequest.call("break", "{}").answer(endpoint);

        assertThat(answer.at("/error/code").intValue()).isEqualTo(-32603);
        assertThat(answer.toString()).doesNotContain("secret");
    }

    @Test
    void missingResourceIsAnInvalidParameter() throws Exception {
        var answer = ModernRequest.read("test://none").post(endpoint);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Leaves.json(answer.body()).at("/error/code").intValue()).isEqualTo(-32602);
        assertThat(Leaves.json(answer.body()).at("/error/data")).isEqualTo(Leaves.json("{\"uri\":\"test://none\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "initialize",
                "ping",
                "logging/setLevel",
                "resources/subscribe",
                "resources/unsubscribe",
                "tasks/list",
                "tasks/result",
                "nonsense"
            })
    void methodsOfOtherErasAreUnknown(String method) throws Exception {
        var answer = ModernRequest.of(method).post(endpoint);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(Leaves.json(answer.body()).at("/error/code").intValue()).isEqualTo(-32601);
        assertThat(Leaves.json(answer.body()).get("id").intValue()).isEqualTo(7);
    }

    @Test
    void notificationsAreAcceptedAndResponsesAreNot() throws Exception {
        String[] headers = {"MCP-Protocol-Version", ModernRequest.VERSION};
        assertThat(endpoint.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/any\"}", headers)
                        .statusCode())
                .isEqualTo(202);
        assertThat(endpoint.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", headers)
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void sessionAndEventIdAreIgnored() throws Exception {
        var answer = ModernRequest.of("tools/list").post(endpoint, "Mcp-Session-Id", "forged", "Last-Event-ID", "1");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
    }

    @Test
    void getAndDeleteAreNotAllowed() throws Exception {
        for (var method : List.of("GET", "DELETE")) {
            try (var wire = new Wire(endpoint)) {
                wire.send(method + " /mcp HTTP/1.1\nHost: localhost\nMCP-Protocol-Version: " + ModernRequest.VERSION);

                assertThat(wire.status()).isEqualTo(405);
            }
        }
    }

    /** Cursors are the same in both eras. */
    @Test
    void listContinuesAfterACursor() throws Exception {
        var tools = IntStream.range(0, 1_001)
                .mapToObj(number -> Leaves.tool("tool-%04d".formatted(number), "One of many"))
                .toList();
        endpoint.catalogs().swap(Servers.searching().with(Exposure.Direct).catalog(2, tools));
        var first = ModernRequest.of("tools/list").answer(endpoint).get("result");

        var next = ModernRequest.of("tools/list", "\"cursor\":" + first.get("nextCursor"))
                .answer(endpoint)
                .get("result");

        assertThat(first.get("tools")).hasSize(1_000);
        assertThat(next.get("tools")).hasSize(1);
        assertThat(next.get("cacheScope")).isEqualTo(first.get("cacheScope"));
        assertThat(ModernRequest.of("tools/list", "\"cursor\":\"forged\"")
                        .answer(endpoint)
                        .at("/error/code")
                        .intValue())
                .isEqualTo(-32602);
    }

    @Test
    void disconnectCancelsTheCall() throws Exception {
        try (var wire = new Wire(endpoint)) {
            ModernRequest.call("wait", "{}").on(wire);
            endpoint.linker().awaitWaiting();
        }

        assertThat(endpoint.linker().ended().get(60, TimeUnit.SECONDS)).isEqualTo(CallScope.End.CLIENT);
        TestEndpoint.await("the call has ended", () -> endpoint.eras().running() == 0);
        endpoint.awaitNothingHeld();
    }

    @Test
    void slowCallIsAnsweredWhileItsClientIsConnected() throws Exception {
        try (var wire = new Wire(endpoint)) {
            ModernRequest.call("wait", "{}").on(wire);
            endpoint.linker().awaitWaiting();
            assertThat(wire.lineBeginning(":")).as("the call is slow by now").isEqualTo(":");
            endpoint.linker().release();

            assertThat(Leaves.json(wire.lineBeginning("data: ").substring(6)).has("result"))
                    .isTrue();
        }
    }

    /** The connection was read ahead while the call lasted. */
    @Test
    void nextRequestOnTheConnectionOfASlowCallIsAnswered() throws Exception {
        try (var wire = new Wire(endpoint)) {
            ModernRequest.call("wait", "{}").on(wire);
            endpoint.linker().awaitWaiting();
            wire.lineBeginning(":");
            ModernRequest.of("tools/list").on(wire);
            endpoint.linker().release();

            wire.lineBeginning("data: ");
            assertThat(wire.lineBeginning("HTTP/1.1")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void progressAndLogsAreSentOnlyOnRequest() throws Exception {
        var request = ModernRequest.execute("films", "{}");

        assertThat(events(request)).isEmpty();
        assertThat(events(request.withMeta("\"progressToken\":\"p\"")))
                .containsExactly("notifications/progress", "notifications/progress");
        assertThat(events(request.withMeta("\"io.modelcontextprotocol/logLevel\":\"info\"")))
                .containsExactly("notifications/message", "notifications/message");
        assertThat(events(request.withMeta("\"io.modelcontextprotocol/logLevel\":\"error\"")))
                .isEmpty();
    }

    private List<String> events(ModernRequest request) throws Exception {
        return request.post(endpoint, "Accept", TestEndpoint.EVENTS)
                .body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> Leaves.json(line.substring(6)))
                .filter(message -> message.has("method"))
                .map(message -> message.get("method").stringValue())
                .toList();
    }
}
