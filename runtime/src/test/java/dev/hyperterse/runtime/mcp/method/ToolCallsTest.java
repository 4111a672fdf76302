package dev.hyperterse.runtime.mcp.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolCallsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"execute\"} | -32602 | missing required field 'tool'",
                "{\"name\":\"execute\",\"arguments\":{}} | -32602 | missing required field 'tool'",
                "{\"name\":\"execute\",\"arguments\":[]} | -32602 | field 'arguments' must be an object",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":5,\"inputs\":{}}} | -32602 | field 'tool' must be a non-empty string",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"\",\"inputs\":{}}} | -32602 | field 'tool' must be a non-empty string",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"a\"}} | -32602 | missing required field 'inputs'",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"a\",\"inputs\":[]}} | -32602 | field 'inputs' must be an object",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"none\",\"inputs\":{}}} | -32601 | Unknown tool: none; find tools with search",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"fail\",\"inputs\":{}}} | -32000 | execution failed: relation \"nothing\" does not exist (42P01)",
                "{\"name\":\"search\",\"arguments\":{}} | -32602 | missing required field 'query'",
                "{\"name\":\"search\",\"arguments\":{\"query\":\"\"}} | -32602 | field 'query' must be a non-empty string",
                "{\"name\":\"none\"} | -32602 | Unknown tool: none; find tools with search",
            })
    void entryToolsFailWithErrorsOfJsonRpcIfTheServerSaysSo(String params, int code, String message) throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching()
                .with(ExecuteErrors.JsonRpc)
                .catalog(1, Leaves.tool("a", "A"), Leaves.tool("fail", "F")))) {
            var error = endpoint.call("tools/call", params).get("error");

            assertThat(error.get("code").intValue()).isEqualTo(code);
            assertThat(error.get("message").stringValue()).endsWith(message);
        }
    }

    /** Their schemas forbid other members. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"a\",\"inputs\":{},\"input\":{}}} | unknown field 'input'; only 'tool' and 'inputs' are allowed",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"a\",\"inputs\":{},\"query\":\"a\"}} | unknown field 'query'; only 'tool' and 'inputs' are allowed",
                "{\"name\":\"search\",\"arguments\":{\"query\":\"a\",\"limit\":5}} | unknown field 'limit'; only 'query' is allowed",
            })
    void unknownMembersOfEntryToolsAreRefused(String params, String message) throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("a", "A")))) {
            assertThat(ScriptedEndpoint.shown(endpoint.call("tools/call", params)))
                    .isEqualTo("Invalid params: " + message);
            assertThat(endpoint.linker().calls()).isZero();
        }
    }

    @Test
    void failuresAreResultsThatModelsSee() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("fail", "F")))) {
            var result = endpoint.execute("fail", "{}").get("result");

            assertThat(result.get("isError").booleanValue()).isTrue();
            assertThat(result.at("/content/0/text").stringValue()).startsWith("execution failed: relation");
            assertThat(endpoint.execute("none", "{}").at("/result/isError").booleanValue())
                    .isTrue();
        }
    }

    /** Engines quote values, and other MCP servers write their errors themselves. */
    @Test
    void failureOfAMarkedToolIsMarked() throws Exception {
        var marked = Leaves.tool("fail", "F").with(draft -> draft.result = Optional.of(ResultRules.NONE.asMarked()));
        var boundary =
                "What stands in [^\n]+\n<(data-\\w{16})>\nrelation \"nothing\" does not exist \\(42P01\\)\n</\\1>";
        var server = Servers.searching().with(Exposure.SearchAndDirect);
        try (var endpoint = new TestEndpoint(server.catalog(1, marked))) {
            assertThat(ScriptedEndpoint.shown(endpoint.call("tools/call", "{\"name\":\"fail\"}")))
                    .matches(boundary);
            assertThat(ScriptedEndpoint.shown(endpoint.execute("fail", "{}"))).matches("execution failed: " + boundary);
            assertThat(ScriptedEndpoint.shown(endpoint.call("tools/call", "{\"name\":\"fail\",\"arguments\":[]}")))
                    .as("our own words")
                    .isEqualTo("Invalid params: field 'arguments' must be an object");
        }
        try (var endpoint = new TestEndpoint(server.with(ExecuteErrors.JsonRpc).catalog(1, marked))) {
            assertThat(endpoint.execute("fail", "{}").at("/error/message").stringValue())
                    .matches("execution failed: " + boundary);
        }
    }

    @Test
    void callIsCountedByItsOutcome() throws Exception {
        var tools = Servers.searching()
                .catalog(1, Leaves.tool("orders", "O"), Leaves.tool("fail", "F"), Leaves.tool("break", "B"));
        try (var endpoint = new TestEndpoint(tools)) {
            endpoint.execute("orders", "{}");
            endpoint.execute("fail", "{}");
            var broken = endpoint.execute("break", "{}");

            assertThat(broken.at("/error/message").stringValue()).isEqualTo("Internal error");
            assertThat(endpoint.ran())
                    .containsExactly(
                            Outcome.Ended.COMPLETED,
                            new Outcome.Failed(Stage.EXECUTION),
                            new Outcome.Failed(Stage.INTERNAL));
        }
    }

    @Test
    void directToolIsCalledByItsName() throws Exception {
        var server = Servers.searching().with(Exposure.SearchAndDirect);
        try (var endpoint =
                new TestEndpoint(server.catalog(1, Leaves.tool("get-orders", "O"), Leaves.tool("fail", "F")))) {
            var listed = endpoint.call("tools/list", "{}").at("/result/tools");
            var result = endpoint.call("tools/call", "{\"name\":\"get-orders\",\"arguments\":{\"id\":1}}");
            var failed = endpoint.call("tools/call", "{\"name\":\"fail\"}").get("result");

            assertThat(listed.valueStream().map(tool -> tool.get("name").stringValue()))
                    .containsExactly("execute", "fail", "get-orders", "search");
            assertThat(Leaves.json(result.at("/result/content/0/text").stringValue()))
                    .isEqualTo(Leaves.json("[{\"tool\":\"get-orders\",\"arguments\":{\"id\":1}}]"));
            assertThat(result.at("/result/structuredContent").isMissingNode()).isTrue();
            assertThat(failed.get("isError").booleanValue()).isTrue();
            assertThat(failed.at("/content/0/text").stringValue()).startsWith("relation");
            assertThat(endpoint.call("tools/call", "{\"name\":\"none\"}")
                            .at("/error/code")
                            .intValue())
                    .isEqualTo(-32602);
        }
    }

    @Test
    void declaredOutputIsAlsoStructuredContent() throws Exception {
        var schema = Leaves.json("{\"type\":\"object\",\"properties\":{\"rows\":{\"type\":\"array\"}}}");
        try (var endpoint = new TestEndpoint(
                Servers.searching().with(Exposure.Direct).catalog(1, Leaves.tool("typed", "T", Optional.of(schema))))) {
            var result = endpoint.call("tools/call", "{\"name\":\"typed\",\"arguments\":{\"text\":\"a\\\"\\n\"}}")
                    .get("result");

            assertThat(result.at("/structuredContent/rows/0/arguments/text").stringValue())
                    .isEqualTo("a\"\n");
            assertThat(Leaves.json(result.at("/content/0/text").stringValue()))
                    .isEqualTo(result.get("structuredContent"));
            assertThat(endpoint.execute("typed", "{}").at("/error/code").intValue())
                    .as("no entry tools here")
                    .isEqualTo(-32602);
        }
    }

    @Test
    void concurrentCallsAreLimited() throws Exception {
        var one = new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 1, 10);
        try (var endpoint = new TestEndpoint(
                Servers.searching().with(one).catalog(1, Leaves.tool("wait", "W"), Leaves.tool("a", "A")))) {
            var first = Thread.ofVirtual().start(() -> unchecked(() -> endpoint.execute("wait", "{}")));
            endpoint.linker().awaitWaiting();

            assertThat(ScriptedEndpoint.shown(endpoint.execute("a", "{}"))).startsWith("execution failed: busy");
            endpoint.linker().release();
            first.join();
            assertThat(endpoint.execute("a", "{}").has("result")).isTrue();
        }
    }

    @Test
    void oversizedResultIsAnErrorAndHoldsNoMemory() throws Exception {
        var small = new Limits(1 << 20, 1 << 20, 128 << 20, 30_000, 10, 10);
        try (var endpoint = new TestEndpoint(Servers.searching().with(small).catalog(1, Leaves.tool("big", "B")))) {
            assertThat(ScriptedEndpoint.shown(endpoint.execute("big", "{}"))).contains("larger than");
            endpoint.awaitNothingHeld();
        }
    }

    @Test
    void cancelledCallEndsWithoutAnAnswer() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("wait", "W")))) {
            var session = endpoint.initialize("2025-06-18");
            var status = new CompletableFuture<Integer>();
            Thread.ofVirtual()
                    .start(() -> unchecked(() -> status.complete(endpoint.post(
                                    "{\"jsonrpc\":\"2.0\",\"id\":\"c1\",\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
                                            + "\"arguments\":{\"tool\":\"wait\",\"inputs\":{}}}}",
                                    "Mcp-Session-Id",
                                    session)
                            .statusCode())));
            endpoint.linker().awaitWaiting();
            cancel(endpoint, endpoint.initialize("2025-06-18"), "c1");
            cancel(endpoint, session, "c2");
            assertThat(endpoint.linker().ended())
                    .as("another session, another id")
                    .isNotDone();
            cancel(endpoint, session, "c1");

            assertThat(endpoint.linker().ended().get()).isEqualTo(CallScope.End.CLIENT);
            assertThat(status.get()).isEqualTo(202);
        }
    }

    private static void cancel(TestEndpoint endpoint, String session, String id) throws Exception {
        endpoint.post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"" + id
                        + "\"}}",
                "Mcp-Session-Id",
                session);
    }

    @Test
    void shutdownLetsCallsFinishAndThenEndsThem() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("wait", "W")))) {
            var answer = new CompletableFuture<String>();
            Thread.ofVirtual()
                    .start(() ->
                            unchecked(() -> answer.complete(ScriptedEndpoint.shown(endpoint.execute("wait", "{}")))));
            endpoint.linker().awaitWaiting();

            endpoint.endpoint().drain(Duration.ofMillis(50));

            assertThat(endpoint.linker().ended().get()).isEqualTo(CallScope.End.SHUTDOWN);
            assertThat(answer.get()).isEqualTo("execution failed: the server is shutting down");
        }
    }

    @FunctionalInterface
    private interface Failing {
        void run() throws Exception;
    }

    private static void unchecked(Failing action) {
        try {
            action.run();
        } catch (Exception ended) {
            throw new IllegalStateException(ended);
        }
    }
}
