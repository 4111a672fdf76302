package dev.hyperterse.runtime.round;

import static dev.hyperterse.runtime.endpoint.RepeatingClient.direct;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.execute;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.isAsked;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.repeated;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.shown;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Servers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A script asks a client of the modern era, which repeats the call with its answers. Tests of one engine share a replica,
 * but for those that change it.
 */
@Timeout(120)
@ParameterizedClass
@MethodSource("replicas")
class RepeatedCallsTest {
    private static final String FORM = """
            { message: 'Which size?', requestedSchema: { type: 'object',
              properties: { size: { type: 'integer', minimum: 1, maximum: 9 } }, required: ['size'] } }""";
    private static final String FOUR = "{\"action\":\"accept\",\"content\":{\"size\":4,\"more\":1}}";
    private static final String DECLINE = "{\"action\":\"decline\"}";
    private static final String TEXT_FORM =
            "{ message, requestedSchema: { type: 'object', properties: { size: { type: 'integer' } } } }";
    private static final Leaf[] TOOLS = {
        tool("size", "return [await ctx.elicit('size', " + FORM + ")]"),
        tool("other", "return [await ctx.elicit('size', " + FORM + ")]"),
        tool("catches", "try { await ctx.elicit('size', " + FORM + ") } catch (e) { return 'caught: ' + e.message }"),
        tool(
                "model",
                "return [await ctx.sample('poem', { messages: [{ role: 'user', content: 'A poem' }], maxTokens: 10 })]"),
        tool("roots", "return ctx.roots('roots')"),
        tool(
                "all",
                "const [a, b] = await Promise.all([ctx.elicit('a', " + FORM + "), ctx.roots('b')]);"
                        + " return [{ size: a.content.size }, ...b]"),
        tool(
                "steps",
                "const a = await ctx.elicit('a', " + FORM + "); const b = await ctx.elicit('b', " + FORM + ");"
                        + " return { sum: a.content.size + b.content.size }"),
        tool("nine", "for (let i = 0; i < 9; i++) await ctx.roots('key' + i)"),
        tool("wide", "return (await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => ctx.roots('k' + n)))).length"),
        tool("calls", "return ctx.call('size', { id: 1 })"),
        tool(
                "both",
                "const [a, b] = await Promise.all([ctx.elicit('size', " + FORM + "), ctx.call('size', { id: 1 })]);"
                        + " return { own: a.content.size, called: b[0].content.size }"),
        tool("deep", "return ctx.call('calls', { id: 1 })"),
        tool(
                "once",
                "let runs = 0; const message = await ctx.once('m', () => { runs++; return crypto.randomUUID() });"
                        + " await ctx.elicit('size', " + TEXT_FORM + "); return { message, runs }"),
        tool(
                "nothing",
                "let runs = 0; const kept = await ctx.once('m', () => { runs++ });" + " await ctx.elicit('size', "
                        + FORM + "); return { runs, kept: kept === undefined }"),
        tool(
                "stable",
                "const message = [ctx.requestKey, ctx.now, ctx.random(), ctx.random()].join();"
                        + " await ctx.elicit('size', " + TEXT_FORM + "); return { message }"),
        tool(
                "onceOfMany",
                "const all = await Promise.all(['a', 'b'].map((id) => ctx.call('kept', { id: id === 'a' ? 1 : 2 })));"
                        + " return all.flat()"),
        tool(
                "kept",
                "let runs = 0; const key = await ctx.once('k', () => { runs++; return ctx.requestKey });"
                        + " const { content } = await ctx.elicit('size', { message: String(inputs.id), requestedSchema:"
                        + " { type: 'object', properties: { size: { type: 'integer' } } } });"
                        + " return { id: inputs.id, size: content.size, same: key === ctx.requestKey, runs }"),
        tool(
                "changes",
                "const message = crypto.randomUUID(); await ctx.elicit('size', " + TEXT_FORM + "); return 'never'"),
        tool(
                "sleeps",
                "await Promise.all([ctx.roots('k'), ctx.sleep(20).then(() => ctx.roots('after'))]); return 'done'"),
        tool("impatient", "return Promise.race([ctx.roots('k'), ctx.sleep(20).then(() => 'slept')])"),
        tool("stuck", "await Promise.all([new Promise(() => {}), ctx.roots('k')])"),
        tool("large", "await ctx.once('l', () => 'x'.repeat(40000)); return ctx.roots('k')"),
        tool(
                "larger",
                "for (let i = 0; i < 20; i++) await ctx.once('l' + i, () => 'x'.repeat(100000));"
                        + " return ctx.roots('k')"),
        tool("declared", "return ctx.client.capabilities.join()"),
        tool("wraps", "try { await ctx.roots('k') } catch (e) { throw new Error('no roots', { cause: e }) }"),
        tool("rethrows", "try { await ctx.roots('k') } catch (e) { throw e }"),
        tool("askedByCalled", "return ctx.call('roots', { id: 1 })"),
        tool("tilde", "return (await Promise.all([ctx.roots('~a'), ctx.roots('~~a'), ctx.roots('a')])).length"),
        tool("plain", "return 'fine'"),
    };

    private final Leaf[] tools;
    private final TestEndpoint endpoint;
    private final RepeatingClient client;

    /** @param scripts which JUnit closes */
    RepeatedCallsTest(Leaf[] tools, ScriptedEndpoint scripts) {
        this.tools = tools;
        this.endpoint = scripts.endpoint();
        this.client = RepeatingClient.able(endpoint);
    }

    static Stream<Arguments> replicas() {
        return Stream.of(ScriptIsolation.values()).map(engine -> {
            var tools = ScriptedEndpoint.in(engine, TOOLS);
            return Arguments.argumentSet(engine.name(), tools, replica(tools));
        });
    }

    private static ScriptedEndpoint replica(Leaf[] tools) {
        return new ScriptedEndpoint(
                ScriptedEndpoint.keys(),
                Duration.ofMinutes(5),
                Servers.searching().with(Exposure.SearchAndDirect),
                tools);
    }

    @Test
    void questionIsAResultAndItsAnswerRepeatsTheRequest() throws Exception {
        var ran = endpoint.ran().size();
        var asked = client.call(execute("size"));
        assertThat(asked.at("/result/resultType").asString()).isEqualTo("input_required");
        assertThat(asked.at("/result/_meta/io.modelcontextprotocol~1serverInfo/name")
                        .asString())
                .isEqualTo("shop");
        assertThat(asked.at("/result/content").isMissingNode()).isTrue();
        var question = asked.at("/result/inputRequests/size");
        assertThat(question.get("method").asString()).isEqualTo("elicitation/create");
        assertThat(question.at("/params/requestedSchema/properties/size/maximum")
                        .asInt())
                .isEqualTo(9);

        var answer = client.call(repeated(execute("size"), asked, Map.of("size", FOUR)));
        assertThat(answer.at("/result/resultType").asString()).isEqualTo("complete");
        assertThat(shown(answer)).isEqualTo("[{\"action\":\"accept\",\"content\":{\"size\":4}}]");
        assertThat(endpoint.ran().subList(ran, endpoint.ran().size()))
                .containsExactly(Outcome.Ended.INPUT_REQUIRED, Outcome.Ended.COMPLETED);
        endpoint.awaitNothingHeld();
    }

    @Test
    void directCallIsAskedTheSameWay() throws Exception {
        var asked = client.call(direct("size"));
        assertThat(shown(client.call(repeated(direct("size"), asked, Map.of("size", DECLINE)))))
                .isEqualTo("[{\"action\":\"decline\"}]");
    }

    @Test
    void openQuestionsAreOneResult() throws Exception {
        var asked = client.call(execute("all"));
        assertThat(asked.at("/result/inputRequests").propertyNames()).containsExactlyInAnyOrder("a", "b");
        assertThat(asked.at("/result/inputRequests/b").toString())
                .isEqualTo("{\"method\":\"roots/list\",\"params\":{}}");

        var partly = client.call(repeated(execute("all"), asked, Map.of("a", FOUR)));
        assertThat(partly.at("/result/inputRequests").propertyNames()).containsExactly("b");
        assertThat(shown(client.call(
                        repeated(execute("all"), partly, Map.of("b", "{\"roots\":[{\"uri\":\"file:///a\"}]}")))))
                .isEqualTo("[{\"size\":4},{\"uri\":\"file:///a\"}]");
    }

    @Test
    void laterQuestionsNeedLaterRounds() throws Exception {
        var first = client.call(execute("steps"));
        assertThat(first.at("/result/inputRequests").propertyNames()).containsExactly("a");
        var second = client.call(repeated(execute("steps"), first, Map.of("a", FOUR)));
        assertThat(second.at("/result/inputRequests").propertyNames()).containsExactly("b");
        assertThat(second.at("/result/requestState")).isNotEqualTo(first.at("/result/requestState"));
        assertThat(shown(client.call(repeated(execute("steps"), second, Map.of("b", FOUR)))))
                .isEqualTo("[{\"sum\":8}]");
    }

    @Test
    void unansweredQuestionsAreRepeatedAndOtherAnswersIgnored() throws Exception {
        var asked = client.call(execute("size"));
        assertThat(isAsked(client.call(repeated(execute("size"), asked, Map.of("another", FOUR)))))
                .isTrue();
        assertThat(isAsked(client.call(repeated(execute("size"), asked, Map.of()))))
                .isTrue();
        assertThat(shown(client.call(repeated(execute("size"), asked, Map.of("size", DECLINE, "more", FOUR)))))
                .isEqualTo("[{\"action\":\"decline\"}]");
    }

    @Test
    void answerToAQuestionOfALaterRoundIsIgnored() throws Exception {
        var first = client.call(execute("steps"));
        var again = client.call(repeated(execute("steps"), first, Map.of("a", FOUR, "b", FOUR)));
        assertThat(again.at("/result/inputRequests").propertyNames()).containsExactly("b");
    }

    @Test
    void stateOfAnEarlierRoundAnswersNoLaterQuestion() throws Exception {
        var first = client.call(execute("steps"));
        client.call(repeated(execute("steps"), first, Map.of("a", FOUR)));
        var replayed = client.call(repeated(execute("steps"), first, Map.of("b", FOUR)));
        assertThat(replayed.at("/result/inputRequests").propertyNames()).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                     | has no 'action'",
                "{\"action\":\"accept\",\"content\":{}}                  | lacks 'size'",
                "{\"action\":\"accept\",\"content\":{\"size\":10}}       | 'size' must be at most 9",
            })
    void invalidAnswerFailsTheQuestion(String answer, String why) throws Exception {
        var asked = client.call(execute("catches"));
        assertThat(shown(client.call(repeated(execute("catches"), asked, Map.of("size", answer)))))
                .contains("caught: the answer of the client")
                .contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "4", "{\"size\":4}", "{\"size\":null}", "{\"size\":[]}"})
    void malformedResponsesAreRefused(String responses) throws Exception {
        var params = execute("size");
        params.set("inputResponses", json(responses));
        assertRefused(params, "'inputResponses' must be an object");
    }

    @Test
    void tooManyResponsesAreRefused() throws Exception {
        var params = execute("size");
        var responses = params.putObject("inputResponses");
        for (var count = 0; count < 1_000; count++) {
            responses.putObject("key" + count);
        }
        assertRefused(params, "'inputResponses' must be an object");
    }

    @Test
    void deeplyNestedResponseIsAnUnusableAnswer() throws Exception {
        var asked = client.call(execute("catches"));
        var params = repeated(
                execute("catches"), asked, Map.of("size", "{\"action\":" + "[".repeat(100) + "]".repeat(100) + "}"));
        assertThat(shown(client.call(params))).contains("caught: the answer of the client has no 'action'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "4", "{}", "\"\"", "\"a.b.c\"", "\"..\""})
    void malformedStateIsRefused(String state) throws Exception {
        var params = execute("size");
        params.set("requestState", json(state));
        assertStateRefused(params);
    }

    @Test
    void overlongStateIsRefused() throws Exception {
        var params = execute("size");
        params.put("requestState", "a.b." + "c".repeat(900_000));
        assertStateRefused(params);
    }

    @Test
    void modifiedStateIsRefused() throws Exception {
        var asked = client.call(execute("size"));
        var state = asked.at("/result/requestState").asString();
        for (var changed : new String[] {
            state + "A",
            state.substring(0, state.length() - 2),
            state.substring(0, state.length() - 5)
                    + (state.charAt(state.length() - 5) == 'A' ? 'B' : 'A')
                    + state.substring(state.length() - 4)
        }) {
            assertStateRefused(
                    repeated(execute("size"), asked, Map.of("size", FOUR)).put("requestState", changed));
        }
    }

    @Test
    void stateOfAnotherRequestIsRefused() throws Exception {
        var asked = client.call(execute("size"));
        assertStateRefused(repeated(execute("other"), asked, Map.of("size", FOUR)));
        assertStateRefused(repeated(execute("size", "{\"id\":2}"), asked, Map.of("size", FOUR)));
        assertStateRefused(repeated(direct("size"), asked, Map.of("size", FOUR)));
    }

    @Test
    void stateExpiresAfterFifteenMinutes() throws Exception {
        var asked = client.call(execute("size"));
        var again = repeated(execute("size"), asked, Map.of("size", DECLINE));
        // The clock of the replica only advances, and no state is used by two tests.
        endpoint.roundClock()
                .updateAndGet(now -> now.plus(Duration.ofMinutes(15).minusSeconds(1)));
        assertThat(shown(client.call(again))).contains("decline");
        endpoint.roundClock().updateAndGet(now -> now.plusSeconds(1));
        assertStateRefused(again);
    }

    @Test
    void anyReplicaRunsTheNextRound() throws Exception {
        var keys = ScriptedEndpoint.keys();
        try (var one = new ScriptedEndpoint(keys, Duration.ofMinutes(5), Servers.searching(), tools);
                var two = new ScriptedEndpoint(keys, Duration.ofMinutes(5), Servers.searching(), tools)) {
            var asked = client.at(one.endpoint()).call(execute("once"));
            var message = asked.at("/result/inputRequests/size/params/message").asString();
            assertThat(shown(client.at(two.endpoint()).call(repeated(execute("once"), asked, Map.of("size", DECLINE)))))
                    .isEqualTo("[{\"message\":\"%s\",\"runs\":0}]".formatted(message));
            assertStateRefused(repeated(execute("once"), asked, Map.of("size", DECLINE)));
        }
    }

    @Test
    void definitionChangedBetweenRoundsMustBeCalledAgain() throws Exception {
        try (var own = replica(tools)) {
            var replica = own.endpoint();
            var asking = client.at(replica);
            var again = repeated(execute("size"), asking.call(execute("size")), Map.of("size", FOUR));
            replica.catalogs()
                    .swap(Servers.searching()
                            .with(Exposure.SearchAndDirect)
                            .catalog(2, tool("size", "return [await ctx.elicit('size', " + FORM + ") ?? 1]")));
            assertThat(shown(asking.call(again))).contains("has changed since the client was asked; call it again");
            assertThat(replica.ran()).contains(new Outcome.Failed(Stage.RESOLVE));
            replica.catalogs()
                    .swap(Servers.searching().with(Exposure.SearchAndDirect).catalog(3, tools));
            assertThat(shown(asking.call(again))).contains("accept");
        }
    }

    /** The user has confirmed, or answered, what the script called then. */
    @Test
    void calledDefinitionChangedBetweenRoundsMustBeCalledAgain() throws Exception {
        var changed = tools.clone();
        changed[0] = tool("size", "await ctx.elicit('size', " + FORM + "); return 'another'");
        assertThat(tools[0].publicName()).isEqualTo("size");
        try (var own = replica(tools)) {
            var asking = client.at(own.endpoint());
            var asked = asking.call(execute("calls"));
            var key =
                    asked.at("/result/inputRequests").propertyNames().iterator().next();
            var again = repeated(execute("calls"), asked, Map.of(key, FOUR));
            own.endpoint()
                    .catalogs()
                    .swap(Servers.searching().with(Exposure.SearchAndDirect).catalog(2, changed));

            assertThat(shown(asking.call(again)))
                    .contains("'size' has changed since the client was asked; call it again");
        }
    }

    @Test
    void onceBlockRunsInTheFirstRoundOnly() throws Exception {
        var asked = client.call(execute("once"));
        var message = asked.at("/result/inputRequests/size/params/message").asString();
        assertThat(message).hasSize(36);
        assertThat(shown(client.call(repeated(execute("once"), asked, Map.of("size", DECLINE)))))
                .isEqualTo("[{\"message\":\"%s\",\"runs\":0}]".formatted(message));
        assertThat(shown(client.answered(execute("nothing"), _ -> DECLINE))).isEqualTo("[{\"runs\":0,\"kept\":true}]");
    }

    @Test
    void requestKeyTimeAndRandomNumbersAreTheSameInEachRound() throws Exception {
        var asked = client.call(execute("stable"));
        var message = asked.at("/result/inputRequests/size/params/message").asString();
        endpoint.roundClock().updateAndGet(now -> now.plusSeconds(60));
        assertThat(shown(client.call(repeated(execute("stable"), asked, Map.of("size", DECLINE)))))
                .isEqualTo("[{\"message\":\"%s\"}]".formatted(message));
        var other = client.call(execute("stable"));
        assertThat(other.at("/result/inputRequests/size/params/message").asString())
                .isNotEqualTo(message);
    }

    @Test
    void eachCallOfAToolHasItsOwnAnswersAndValues() throws Exception {
        var asked = client.call(execute("onceOfMany"));
        var answers = new HashMap<String, String>();
        asked.at("/result/inputRequests")
                .properties()
                .forEach(question -> answers.put(
                        question.getKey(),
                        "{\"action\":\"accept\",\"content\":{\"size\":%s0}}"
                                .formatted(question.getValue()
                                        .at("/params/message")
                                        .asString())));
        assertThat(answers).hasSize(2);
        assertThat(shown(client.call(repeated(execute("onceOfMany"), asked, answers))))
                .isEqualTo("[{\"id\":1,\"size\":10,\"same\":true,\"runs\":0},"
                        + "{\"id\":2,\"size\":20,\"same\":true,\"runs\":0}]");
    }

    @Test
    void answerAppliesToTheShownFormOnly() throws Exception {
        var asked = client.call(execute("changes"));
        for (var round = 2; round <= 8; round++) {
            var again = client.call(repeated(execute("changes"), asked, Map.of("size", DECLINE)));
            assertThat(isAsked(again)).as("round %d", round).isTrue();
            asked = again;
        }
        assertThat(shown(client.call(repeated(execute("changes"), asked, Map.of("size", DECLINE)))))
                .contains("the call has asked its client in 8 rounds");
    }

    @Test
    void runAsksAtMostEightTimes() throws Exception {
        assertThat(shown(client.answered(execute("nine"), _ -> "{\"roots\":[]}")))
                .contains("a run asks its client at most 8 times");
        assertThat(shown(client.answered(execute("wide"), _ -> "{\"roots\":[]}")))
                .isEqualTo("[{\"value\":8}]");
    }

    @Test
    void toolCalledByAScriptAsksTheClientOfTheScript() throws Exception {
        var asked = client.call(execute("calls"));
        assertThat(asked.at("/result/inputRequests").propertyNames())
                .singleElement()
                .asString()
                .startsWith("~")
                .endsWith("/size");
        assertThat(shown(client.answered(execute("calls"), _ -> DECLINE))).isEqualTo("[{\"action\":\"decline\"}]");
        assertThat(shown(client.answered(execute("deep"), _ -> DECLINE))).isEqualTo("[{\"action\":\"decline\"}]");
    }

    @Test
    void equalKeysOfTwoScriptsAreTwoQuestions() throws Exception {
        var asked = client.call(execute("both"));
        var keys = asked.at("/result/inputRequests").propertyNames();
        assertThat(keys).hasSize(2).contains("size");
        var called =
                keys.stream().filter(key -> !key.equals("size")).findFirst().orElseThrow();
        assertThat(shown(client.call(repeated(
                        execute("both"),
                        asked,
                        Map.of("size", FOUR, called, "{\"action\":\"accept\",\"content\":{\"size\":5}}")))))
                .isEqualTo("[{\"own\":4,\"called\":5}]");
    }

    @Test
    void keysOfAuthorsDoNotCollideWithInternalKeys() throws Exception {
        var asked = client.call(execute("tilde"));
        assertThat(asked.at("/result/inputRequests").propertyNames()).containsExactlyInAnyOrder("~~a", "~~~a", "a");
        assertThat(shown(client.answered(execute("tilde"), _ -> "{\"roots\":[]}")))
                .isEqualTo("[{\"value\":3}]");
    }

    @Test
    void runContinuesWhileOtherPromisesArePending() throws Exception {
        var asked = client.call(execute("sleeps"));
        assertThat(asked.at("/result/inputRequests").propertyNames()).containsExactlyInAnyOrder("k", "after");
        assertThat(shown(client.call(execute("impatient")))).isEqualTo("[{\"value\":\"slept\"}]");
    }

    @Test
    void unresolvablePromiseIsReportedOnceQuestionsAreAnswered() throws Exception {
        var asked = client.call(execute("stuck"));
        assertThat(shown(client.call(repeated(execute("stuck"), asked, Map.of("k", "{\"roots\":[]}")))))
                .contains("a promise that nothing will ever resolve");
    }

    @ParameterizedTest
    @ValueSource(strings = {"large", "larger"})
    void sizeOfTheStateIsLimited(String tool) throws Exception {
        assertThat(shown(client.call(execute(tool))))
                .contains("is larger than 32768 bytes")
                .contains("ctx.once");
        endpoint.awaitNothingHeld();
    }

    @Test
    void oversizedAnswersEndACallWithAnotherRound() throws Exception {
        var asked = client.call(execute("steps"));
        var large = "{\"action\":\"accept\",\"content\":{\"size\":4},\"more\":\"" + "x".repeat(40_000) + "\"}";
        assertThat(shown(client.call(repeated(execute("steps"), asked, Map.of("a", large)))))
                .contains("is larger than 32768 bytes");
        assertThat(shown(client.call(repeated(execute("size"), client.call(execute("size")), Map.of("size", large)))))
                .contains("accept");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                             | size          | elicitation",
                "{\"elicitation\":{\"url\":{}}} | size          | elicitation",
                "{\"elicitation\":{}}           | model         | sampling",
                "{\"elicitation\":{}}           | roots         | roots",
                "{}                             | rethrows      | roots",
                "{}                             | askedByCalled | roots",
            })
    void missingCapabilityIsNamedInTheError(String capabilities, String tool, String capability) throws Exception {
        var unable = new RepeatingClient(endpoint, capabilities);
        for (var params : new ObjectNode[] {execute(tool), direct(tool)}) {
            var response = unable.post("tools/call", params);
            assertThat(response.statusCode()).isEqualTo(400);
            var error = json(response.body()).get("error");
            assertThat(error.get("code").asInt()).isEqualTo(-32021);
            assertThat(error.at("/data/requiredCapabilities").toString())
                    .isEqualTo("{\"%s\":{}}".formatted(capability));
        }
    }

    @Test
    void scriptMayContinueWithoutAnAnswer() throws Exception {
        var unable = new RepeatingClient(endpoint, "{\"sampling\":{}}");
        assertThat(shown(unable.call(execute("catches"))))
                .contains("caught: the client cannot be asked: it has not declared the capability 'elicitation'");
        assertThat(shown(unable.call(execute("declared")))).contains("sampling");
        assertThat(shown(unable.call(execute("wraps")))).contains("no roots");
    }

    @Test
    void callWithoutQuestionsIsUnchanged() throws Exception {
        assertThat(shown(client.call(execute("plain")))).contains("fine");
        assertThat(shown(client.call(execute("model")).at("/result/inputRequests/poem/params")))
                .isEmpty();
    }

    private void assertStateRefused(ObjectNode params) throws Exception {
        assertRefused(params, "'requestState' does not belong to this request, or has expired");
    }

    private void assertRefused(ObjectNode params, String why) throws Exception {
        var error = client.call(params).get("error");
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.get("message").asString()).contains(why);
        endpoint.awaitNothingHeld();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
