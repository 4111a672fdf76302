package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.JSON;
import static dev.hyperterse.engines.mcp.FakeMcp.ok;
import static dev.hyperterse.engines.mcp.FakeMcp.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.RecordingApi;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Values of arguments of prompts and templates that another server has. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UpstreamCompletionTest {
    private static final UriTemplate TEMPLATE = Leaves.uriTemplate("docs://", "{kind}", "/", "{+path}");
    private static final UriTemplate RULED = Leaves.uriTemplate("ruled://", "{kind}", "/", "{+path}");
    private static final String PROMPT = "{\"type\":\"ref/prompt\",\"name\":\"greet\"}";
    private static final String NOTHING = "{\"values\":[],\"total\":0,\"hasMore\":false}";
    private static final FakeMcp.Calls OSLO =
            FakeMcp.result("{\"completion\":{\"values\":[\"Oslo\",\"Ösby\"],\"total\":7,\"hasMore\":true,\"x\":[1]}}");

    private static Catalog served(Duration limit) {
        var inputs = Stream.of("city", "country", "tone")
                .map(name -> Input.of(name, InputType.STRING, true))
                .toList();
        var hello =
                new PromptLeaf.Computed(inputs, new Action.GetPrompt(TestCalls.ADAPTER, "its-hello", Optional.empty()));
        var arguments = List.of(
                Leaves.argument("city", true),
                Leaves.argument("country", false),
                Leaves.argument("tone", false, "brief", "friendly"));
        var of = new Action.ReadResource(TestCalls.ADAPTER, new Address.Templated(TEMPLATE), Optional.empty());
        var variables = Stream.of("kind", "path")
                .map(name -> Input.of(name, InputType.STRING, false))
                .toList();
        var others = new AccessPolicy(Optional.empty(), Set.of(), Set.of(), Set.of("another"), Map.of());
        var catalog = Servers.searching()
                .catalog(
                        1,
                        Leaves.prompt("greet", arguments, hello),
                        Leaves.prompt("hidden", arguments, hello).with(Optional.of(others)),
                        Leaves.prompt("ruled", arguments, hello).with(Optional.of(ruled("inputs.country == 'NO'"))),
                        Leaves.prompt("decided", arguments, hello)
                                .with(Optional.of(AccessPolicy.of(List.of()).decidedAtTheCall())),
                        Leaves.template(RULED, List.of(), new Body.Computed(variables, of, Optional.empty()))
                                .with(Optional.of(ruled("inputs.kind == 'manuals'"))),
                        Leaves.template(
                                TEMPLATE, List.of(), new Body.Computed(variables, of, Optional.of(limit.toMillis()))),
                        Leaves.of(
                                new Action.ReadResource(
                                        TestCalls.ADAPTER, new Address.Fixed("docs://fixed"), Optional.empty()),
                                List.of()));
        return new Catalog(
                catalog.revision(),
                catalog.server().with(draft -> draft.audit = Optional.of(new AuditSettings(true))),
                catalog.leaves(),
                catalog.values());
    }

    private static AccessPolicy ruled(String rule) {
        return AccessPolicy.of(List.of(Rules.rule(rule, Optional.empty())));
    }

    private record Serving(FakeMcp server, McpCalls calls, TestEndpoint endpoint) implements AutoCloseable {
        static Serving of(FakeMcp server) {
            return of(server, Duration.ofMinutes(1));
        }

        static Serving of(FakeMcp server, Duration limit) {
            var calls = McpCalls.on(server.url());
            var endpoint = new TestEndpoint(
                    served(limit),
                    KeyRing.random(),
                    StreamTimings.standard(),
                    Duration.ofMinutes(1),
                    UpstreamLinker.of(calls));
            return new Serving(server, calls, endpoint);
        }

        JsonNode complete(boolean modern, String reference, String argument, String more) throws Exception {
            return ModernRequest.of(
                            "completion/complete",
                            "\"ref\":" + reference + ",\"argument\":{\"name\":\"" + argument + "\",\"value\":\"Os\"}"
                                    + more)
                    .answer(modern, endpoint);
        }

        JsonNode completion(String argument) throws Exception {
            return complete(true, PROMPT, argument, "").at("/result/completion");
        }

        List<JsonNode> asked() {
            return server.received("completion/complete").stream()
                    .map(it -> it.body().path("params"))
                    .toList();
        }

        @Override
        public void close() {
            endpoint.close();
            calls.close();
            server.close();
        }
    }

    private static FakeMcp server(boolean modern, FakeMcp.Calls calls) throws Exception {
        return (modern ? FakeMcp.modern(calls) : FakeMcp.withSessions(calls)).declaring("completions");
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    void argumentOfAPromptIsCompletedByTheOtherServer(boolean client, boolean modern) throws Exception {
        try (var serving = Serving.of(server(modern, OSLO))) {
            var answer = serving.complete(
                    client,
                    PROMPT,
                    "city",
                    ",\"context\":{\"arguments\":{\"country\":\"\\\"N\\\"\",\"tone\":1,\"city\":\"x\",\"none\":\"x\"}}");
            assertThat(answer.at("/result/completion"))
                    .isEqualTo(Leaves.json("{\"values\":[\"Oslo\",\"Ösby\"],\"total\":7,\"hasMore\":true}"));
            assertThat(answer.at("/result/resultType").asString("")).isEqualTo(client ? "complete" : "");
            var asked = serving.asked().getFirst();
            assertThat(asked.path("ref")).isEqualTo(Leaves.json("{\"type\":\"ref/prompt\",\"name\":\"its-hello\"}"));
            assertThat(asked.path("argument")).isEqualTo(Leaves.json("{\"name\":\"city\",\"value\":\"Os\"}"));
            assertThat(asked.path("context")).isEqualTo(Leaves.json("{\"arguments\":{\"country\":\"\\\"N\\\"\"}}"));
            assertThat(serving.server()
                            .received("completion/complete")
                            .getFirst()
                            .header("mcp-name"))
                    .isEmpty();
            assertThat(serving.endpoint().ran()).containsExactly(Outcome.Ended.COMPLETED);
            var record = Leaves.json(serving.endpoint().audit());
            assertThat(record.path("method").asString()).isEqualTo("completion/complete");
            assertThat(record.path("name").asString()).isEqualTo("greet");
            assertThat(record.path("arguments")).isEqualTo(Leaves.json("{\"city\":\"Os\",\"country\":\"\\\"N\\\"\"}"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void variableOfATemplateIsCompletedByTheOtherServer(boolean client) throws Exception {
        try (var serving = Serving.of(server(true, OSLO))) {
            var reference = "{\"type\":\"ref/resource\",\"uri\":\"" + TEMPLATE.text() + "\"}";
            assertThat(serving.complete(client, reference, "path", "").at("/result/completion/values"))
                    .isEqualTo(Leaves.json("[\"Oslo\",\"Ösby\"]"));
            assertThat(serving.asked()).singleElement().satisfies(asked -> {
                assertThat(asked.path("ref")).isEqualTo(Leaves.json(reference));
                assertThat(asked.has("context")).isFalse();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"../etc/\"",
                "\"a/%2e%2E\"",
                "\"a/..\"",
                "\"x\"},\"context\":{\"arguments\":{\"kind\":\"..\"}",
            })
    void valuesOfATemplateDoNotLeadElsewhere(String rest) throws Exception {
        try (var serving = Serving.of(server(true, OSLO))) {
            var answer = ModernRequest.of(
                            "completion/complete",
                            "\"ref\":{\"type\":\"ref/resource\",\"uri\":\"" + TEMPLATE.text()
                                    + "\"},\"argument\":{\"name\":\"path\",\"value\":" + rest + "}")
                    .answer(true, serving.endpoint());
            assertThat(answer.at("/result/completion")).isEqualTo(Leaves.json(NOTHING));
            assertThat(serving.asked()).isEmpty();
        }
    }

    @Test
    void typedVariableMayEndWithADotAsTheBeginningOfAName() throws Exception {
        try (var serving = Serving.of(server(true, OSLO))) {
            var answer = ModernRequest.of(
                            "completion/complete",
                            "\"ref\":{\"type\":\"ref/resource\",\"uri\":\"" + TEMPLATE.text()
                                    + "\"},\"argument\":{\"name\":\"path\",\"value\":\"docs/.\"}")
                    .answer(true, serving.endpoint());
            assertThat(answer.at("/result/completion/values")).hasSize(2);
        }
    }

    /** They decide about arguments, which are not chosen yet: values could be those of another tenant. */
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            `{"type":"ref/prompt","name":"ruled"}`, city
            `{"type":"ref/prompt","name":"decided"}`, city
            `{"type":"ref/resource","uri":"ruled://{kind}/{+path}"}`, path
            """)
    void callsThatRulesOrADecisionPointDecideAboutAreNotCompleted(String reference, String argument) throws Exception {
        try (var serving = Serving.of(server(true, OSLO))) {
            assertThat(serving.complete(true, reference, argument, "").at("/result/completion"))
                    .isEqualTo(Leaves.json(NOTHING));
            assertThat(serving.asked()).isEmpty();
        }
    }

    @Test
    void valuesOfTheAuthorAndUnknownArgumentsAreNotAskedFor() throws Exception {
        try (var serving = Serving.of(server(true, OSLO))) {
            assertThat(serving.completion("tone")).isEqualTo(Leaves.json(NOTHING));
            assertThat(serving.completion("none")).isEqualTo(Leaves.json(NOTHING));
            assertThat(serving.complete(true, "{\"type\":\"ref/resource\",\"uri\":\"docs://fixed\"}", "path", "")
                            .at("/result/completion"))
                    .isEqualTo(Leaves.json(NOTHING));
            assertThat(serving.complete(true, "{\"type\":\"ref/prompt\",\"name\":\"hidden\"}", "city", "")
                            .at("/error/code")
                            .asInt())
                    .as("no prompt for this caller")
                    .isEqualTo(-32602);
            assertThat(serving.asked()).isEmpty();
            assertThat(serving.endpoint().ran()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void serverWithoutCompletionsIsNotAsked(boolean modern) throws Exception {
        try (var serving = Serving.of(modern ? FakeMcp.modern(OSLO) : FakeMcp.withSessions(OSLO))) {
            assertThat(serving.completion("city").get("values")).isEqualTo(Leaves.json("[]"));
            assertThat(serving.asked()).isEmpty();
            assertThat(serving.endpoint().ran()).containsExactly(Outcome.Ended.COMPLETED);
        }
    }

    @Test
    void valuesAreBounded() throws Exception {
        var values = Stream.concat(
                        Stream.of("x".repeat(257), "x".repeat(256)),
                        IntStream.range(0, 120).mapToObj(it -> "v" + it))
                .map(it -> "\"" + it + "\"")
                .collect(Collectors.joining(","));
        try (var serving = Serving.of(server(true, FakeMcp.result("{\"completion\":{\"values\":[" + values + "]}}")))) {
            var completion = serving.completion("city");
            assertThat(completion.get("values")).hasSize(100);
            assertThat(completion.at("/values/0").asString()).hasSize(256);
            assertThat(completion.at("/values/99").asString()).isEqualTo("v98");
            assertThat(completion.get("hasMore").asBoolean()).isTrue();
            assertThat(completion.has("total")).isFalse();
        }
    }

    @Test
    void totalBeyondTheProtocolIsLeftOutAndALongValueIsMore() throws Exception {
        var sent = "{\"completion\":{\"values\":[\"a\",\"%s\"],\"total\":99999999999}}".formatted("x".repeat(257));
        try (var serving = Serving.of(server(true, FakeMcp.result(sent)))) {
            assertThat(serving.completion("city")).isEqualTo(Leaves.json("{\"values\":[\"a\"],\"hasMore\":true}"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"completion\":[]}",
                "{\"completion\":{\"values\":{}}}",
                "{\"completion\":{\"values\":[1]}}",
                "{\"completion\":{\"values\":[[\"a\"]]}}",
                "{\"completion\":{\"values\":[\"a\",null]}}",
                "{\"resultType\":\"input_required\",\"completion\":{\"values\":[\"a\"]}}"
            })
    void malformedValuesAreNone(String result) throws Exception {
        try (var serving = Serving.of(server(true, FakeMcp.result(result)))) {
            assertThat(serving.completion("city")).isEqualTo(Leaves.json(NOTHING));
            assertThat(serving.endpoint().ran()).containsExactly(new Outcome.Failed(Stage.EXECUTION));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200 OK, -32603",
        "200 OK, -32602",
        "200 OK, -32601",
        "403 Forbidden, -32000",
        "500 Server Error, -32603"
    })
    void failureShowsNothingAndCounts(String status, int code) throws Exception {
        FakeMcp.Calls failing = (call, socket) -> RecordingApi.response(
                socket,
                status,
                JSON,
                "{\"jsonrpc\":\"2.0\",\"id\":" + call.id() + ",\"error\":{\"code\":" + code
                        + ",\"message\":\"boom\"}}");
        for (var client : List.of(true, false)) {
            try (var serving = Serving.of(server(false, failing))) {
                var answer = serving.complete(client, PROMPT, "city", "");
                assertThat(answer.at("/result/completion")).isEqualTo(Leaves.json(NOTHING));
                assertThat(answer.toString()).doesNotContain("boom");
                assertThat(serving.endpoint().ran()).containsExactly(new Outcome.Failed(Stage.EXECUTION));
                assertThat(Leaves.json(serving.endpoint().audit())
                                .path("outcome")
                                .asString())
                        .isEqualTo("execution");
            }
        }
    }

    @Test
    void serverThatDoesNotAnswerIsNotWaitedForBeyondTheTimeout() throws Exception {
        var over = new CountDownLatch(1);
        FakeMcp.Calls silent = (_, _) -> {
            over.await();
            return false;
        };
        try (var serving = Serving.of(server(true, silent), Duration.ofMillis(300))) {
            var reference = "{\"type\":\"ref/resource\",\"uri\":\"" + TEMPLATE.text() + "\"}";
            assertThat(serving.complete(true, reference, "path", "").at("/result/completion"))
                    .isEqualTo(Leaves.json(NOTHING));
            assertThat(serving.endpoint().ran()).containsExactly(new Outcome.Failed(Stage.TIMEOUT));
        } finally {
            over.countDown();
        }
    }

    @Test
    void completionThatWasLostIsAskedForAgain() throws Exception {
        var lost = new AtomicBoolean();
        FakeMcp.Calls second = (call, socket) ->
                lost.getAndSet(true) && ok(socket, JSON, reply(call, "{\"completion\":{\"values\":[\"a\"]}}"));
        try (var serving = Serving.of(server(true, second))) {
            assertThat(serving.completion("city").get("values")).isEqualTo(Leaves.json("[\"a\"]"));
            assertThat(serving.asked()).hasSize(2);
        }
    }
}
