package dev.hyperterse.runtime.tool.script;

import static dev.hyperterse.runtime.endpoint.AskedClient.message;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.shown;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.endpoint.AskedClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A script asks its client on the stream of the call, and continues with the posted answer. Tests of one engine share a
 * replica, but for those that change it.
 */
@Timeout(120)
@ParameterizedClass
@MethodSource("replicas")
class AskingScriptsTest {
    private static final String FORM = """
            { message: 'Which size?', requestedSchema: { type: 'object',
              properties: { size: { type: 'integer', minimum: 1, maximum: 9 }, note: { type: 'string' } }, required: ['size'] } }""";
    private static final Leaf[] TOOLS = {
        tool("size", "return [await ctx.elicit('size', " + FORM + ")]"),
        tool("twice", "return [await ctx.elicit('size', " + FORM + "), await ctx.elicit('size', " + FORM + ")]"),
        tool("catches", "try { await ctx.elicit('size', " + FORM + ") } catch (e) { return 'caught: ' + e.message }"),
        tool(
                "insists",
                "try { await ctx.elicit('size', " + FORM + ") } catch (e) {"
                        + " try { await ctx.roots('more') } catch (again) { return 'caught again: ' + again.message } }"),
        tool(
                "model",
                "return [await ctx.sample('poem', { messages: [{ role: 'user', content: 'A poem' }], maxTokens: 10 })]"),
        tool("roots", "return ctx.roots('roots')"),
        tool(
                "all",
                "const [a, b] = await Promise.all([ctx.elicit('a', " + FORM + "), ctx.roots('b')]);"
                        + " return [{ size: a.content.size }, ...b]"),
        tool("nine", "for (let i = 0; i < 9; i++) await ctx.roots('key' + i)"),
        tool("mixed", "await Promise.all([ctx.roots('k'), ctx.elicit('k', " + FORM + ")])"),
        tool("keyless", "return ctx.roots('')"),
        tool("impatient", "return Promise.race([ctx.roots('k'), 'done'])"),
        tool("calls", "return ctx.call('size', { id: 1 })"),
        tool(
                "nested",
                "return ctx.elicit('k', { message: 'm', requestedSchema: { type: 'object',"
                        + " properties: { a: { type: 'object', properties: {} } } } })"),
        tool("url", "return ctx.elicit('k', { mode: 'url', message: 'm', url: 'https://example.com' })"),
        tool("plain", "return 'fine'"),
    };

    private static final KeyRing KEYS = ScriptedEndpoint.keys();

    private final Leaf[] tools;
    private final ScriptedEndpoint scripts;
    private final TestEndpoint endpoint;

    /** @param scripts which JUnit closes */
    AskingScriptsTest(Leaf[] tools, ScriptedEndpoint scripts) {
        this.tools = tools;
        this.scripts = scripts;
        this.endpoint = scripts.endpoint();
    }

    static Stream<Arguments> replicas() {
        return Stream.of(ScriptIsolation.values()).map(engine -> {
            var tools = ScriptedEndpoint.in(engine, TOOLS);
            var replica = new ScriptedEndpoint(KEYS, Duration.ofMinutes(5), Servers.searching(), tools);
            return Arguments.argumentSet(engine.name(), tools, replica);
        });
    }

    @Test
    void formIsARequestOnTheStreamOfTheCallAndItsAnswerReachesTheScript() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("size")) {
            var asked = message(stream);
            assertThat(asked.get("method").asString()).isEqualTo("elicitation/create");
            assertThat(asked.at("/params/message").asString()).isEqualTo("Which size?");
            assertThat(asked.at("/params/requestedSchema/properties/size/maximum")
                            .asInt())
                    .isEqualTo(9);

            assertThat(client.reply(asked, "{\"action\":\"accept\",\"content\":{\"size\":4,\"more\":1}}"))
                    .isEqualTo(202);
            assertThat(shown(message(stream)))
                    .as("only the requested members of the content")
                    .isEqualTo("[{\"action\":\"accept\",\"content\":{\"size\":4}}]");
            stream.rest();
        }
        endpoint.awaitNothingHeld();
        assertThat(endpoint.clientRequests().waiting()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"decline", "cancel"})
    void answerOfAUserWhoDoesNotAcceptHasNoContent(String action) throws Exception {
        assertThat(answered("size", "{\"action\":\"%s\",\"content\":{\"size\":4}}".formatted(action)))
                .isEqualTo("[{\"action\":\"%s\"}]".formatted(action));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                     | has no 'action'",
                "{\"action\":\"yes\"}                                    | has no 'action'",
                "{\"action\":\"accept\"}                                 | has no 'content'",
                "{\"action\":\"accept\",\"content\":[]}                  | has no 'content'",
                "{\"action\":\"accept\",\"content\":{}}                  | lacks 'size'",
                "{\"action\":\"accept\",\"content\":{\"size\":\"4\"}}    | 'size' must be a whole number",
                "{\"action\":\"accept\",\"content\":{\"size\":4.5}}      | 'size' must be a whole number",
                "{\"action\":\"accept\",\"content\":{\"size\":10}}       | 'size' must be at most 9",
                "{\"action\":\"accept\",\"content\":{\"size\":4,\"note\":{}}} | 'note' must be a text",
                "[]                                                     | is not an object",
            })
    void invalidAnswerFailsTheQuestion(String result, String why) throws Exception {
        assertThat(answered("size", result))
                .contains("the answer of the client")
                .contains(why);
    }

    @Test
    void clientMayRefuse() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("catches")) {
            var id = message(stream).get("id").toString();
            assertThat(client.replyTo(id, "\"error\":{\"code\":-1,\"message\":\"not\\nnow\"}"))
                    .isEqualTo(202);
            assertThat(shown(message(stream))).contains("caught: the client refused to answer: not now");
        }
    }

    @Test
    void responseWithResultAndErrorIsRefused() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("catches")) {
            var id = message(stream).get("id").toString();
            client.replyTo(id, "\"result\":{\"action\":\"decline\"},\"error\":{\"code\":-1,\"message\":\"\"}");
            assertThat(shown(message(stream))).contains("has both a result and an error");
        }
    }

    @Test
    void secondResponseAndResponseOfAnotherSessionAreRefused() throws Exception {
        var client = AskedClient.able(endpoint);
        var other = AskedClient.able(endpoint);
        try (var stream = client.begin("size")) {
            var asked = message(stream);
            var decline = "{\"action\":\"decline\"}";
            assertThat(other.reply(asked, decline)).isEqualTo(400);
            assertThat(client.replyTo("\"ask-1\"", "\"result\":{}")).isEqualTo(400);
            assertThat(client.replyTo("1", "\"result\":{}")).isEqualTo(400);
            assertThat(client.reply(asked, decline)).isEqualTo(202);
            assertThat(client.reply(asked, decline)).isEqualTo(400);
            assertThat(shown(message(stream))).contains("decline");
        }
    }

    @Test
    void responseWithoutASessionIsRefused() throws Exception {
        assertThat(endpoint.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}").statusCode())
                .isEqualTo(400);
    }

    @Test
    void replicaRefusesResponsesToQuestionsOfAnother() throws Exception {
        try (var other = new ScriptedEndpoint(KEYS, Duration.ofMinutes(5), Servers.searching(), tools)) {
            var client = AskedClient.able(endpoint);
            try (var stream = client.begin("size")) {
                var asked = message(stream);
                var decline = "{\"action\":\"decline\"}";
                assertThat(client.at(other.endpoint()).reply(asked, decline)).isEqualTo(400);
                assertThat(client.reply(asked, decline)).isEqualTo(202);
                assertThat(shown(message(stream))).contains("decline");
            }
        }
    }

    @Test
    void samplingRequestReachesTheClient() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("model")) {
            var asked = message(stream);
            assertThat(asked.get("method").asString()).isEqualTo("sampling/createMessage");
            assertThat(asked.at("/params/messages/0/content").toString())
                    .isEqualTo("{\"type\":\"text\",\"text\":\"A poem\"}");
            client.reply(
                    asked,
                    "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Roses\"},\"model\":\"m\"}");
            assertThat(message(stream).toString()).contains("Roses");
        }
    }

    @Test
    void rootsRequestReachesTheClient() throws Exception {
        assertThat(answered("roots", "{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"A\"}]}"))
                .isEqualTo("[{\"uri\":\"file:///a\",\"name\":\"A\"}]");
        assertThat(answered("roots", "{\"roots\":{}}")).contains("the answer of the client has no 'roots'");
    }

    @Test
    void severalQuestionsAreOpenAtOnce() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("all")) {
            var form = message(stream);
            var roots = message(stream);
            client.reply(roots, "{\"roots\":[{\"uri\":\"file:///a\"}]}");
            client.reply(form, "{\"action\":\"accept\",\"content\":{\"size\":2}}");
            assertThat(shown(message(stream))).isEqualTo("[{\"size\":2},{\"uri\":\"file:///a\"}]");
        }
    }

    @Test
    void eachKeyIsAskedOnce() throws Exception {
        assertThat(answered("twice", "{\"action\":\"decline\"}"))
                .isEqualTo("[{\"action\":\"decline\"},{\"action\":\"decline\"}]");
        assertThat(errorOf("mixed")).contains("the key 'k' is of ctx.roots");
        assertThat(errorOf("keyless")).contains("a key of ctx.roots has 1 to 64 characters");
    }

    @Test
    void runAsksAtMostEightTimes() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("nine")) {
            for (var question = 0; question < 8; question++) {
                client.reply(message(stream), "{\"roots\":[]}");
            }
            assertThat(shown(message(stream))).contains("a run asks its client at most 8 times");
        }
    }

    @Test
    void toolCalledByAScriptAsksTheClientOfTheScript() throws Exception {
        assertThat(answered("calls", "{\"action\":\"decline\"}")).isEqualTo("[{\"action\":\"decline\"}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                  | size  | 'elicitation'",
                "{\"elicitation\":{\"url\":{}}} | size  | 'elicitation'",
                "{\"elicitation\":{}} | model | 'sampling'",
                "{\"elicitation\":{}} | roots | 'roots'",
            })
    void clientWithoutTheCapabilityIsNotAsked(String capabilities, String tool, String capability) throws Exception {
        var client = new AskedClient(endpoint, capabilities);
        assertThat(scripts.run(Optional.of(client.session()), tool, 1))
                .contains("the client cannot be asked: it has not declared the capability " + capability);
    }

    @Test
    void clientWithoutSessionOrStreamIsNotAsked() throws Exception {
        assertThat(scripts.run(Optional.empty(), "size", 1)).contains("it has no session");
        var client = AskedClient.able(endpoint);
        assertThat(scripts.run(Optional.of(client.session()), "size", 1))
                .contains("its request does not accept text/event-stream");
    }

    @Test
    void unsupportedFormIsAnErrorOfTheAuthor() throws Exception {
        assertThat(errorOf("nested"))
                .contains("'requestedSchema.properties.a.type' must be")
                .contains("forms are flat");
        assertThat(errorOf("url")).contains("'url' is not supported");
    }

    @Test
    void cancelledCallEndsItsQuestion() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("size")) {
            var asked = message(stream);
            client.cancel();
            var cancelled = message(stream);
            assertThat(cancelled.get("method").asString()).isEqualTo("notifications/cancelled");
            assertThat(cancelled.at("/params/requestId")).isEqualTo(asked.get("id"));
            stream.rest();
            assertThat(client.reply(asked, "{\"action\":\"decline\"}")).isEqualTo(400);
        }
        endpoint.awaitNothingHeld();
    }

    @Test
    void runThatDoesNotAwaitItsQuestionCancelsIt() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("impatient")) {
            assertThat(String.join("\n", stream.rest())).contains("done").contains("notifications/cancelled");
        }
        assertThat(endpoint.clientRequests().waiting()).isZero();
    }

    @Test
    void endOfTheSessionEndsTheQuestion() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("catches")) {
            message(stream);
            client.end();
            assertThat(shown(message(stream))).contains("caught: the session of the client has ended");
        }
    }

    /** Its answer would be one to an unknown session. */
    @Test
    void callOfAnEndedSessionAsksNothingMore() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("insists")) {
            message(stream);
            client.end();
            assertThat(shown(message(stream))).contains("caught again: the session of the client has ended");
        }
    }

    /** The call holds a session that the replica has forgotten, and opened again when its client ended it. */
    @Test
    void callOfASessionThatWasForgottenBeforeItsEndAsksNothingMore() throws Exception {
        try (var one = new ScriptedEndpoint(KEYS, Duration.ofSeconds(10), Servers.searching(), tools)) {
            var client = AskedClient.able(one.endpoint());
            try (var stream = client.begin("insists")) {
                message(stream);
                one.endpoint().forgetSessions();
                client.end();
                assertThat(shown(message(stream))).contains("caught again: the session of the client has ended");
            }
        }
    }

    @Test
    void shutdownEndsTheQuestion() throws Exception {
        try (var ending = new ScriptedEndpoint(tools)) {
            var client = AskedClient.able(ending.endpoint());
            try (var stream = client.begin("catches")) {
                message(stream);
                ending.endpoint().endpoint().drain(Duration.ofSeconds(30));
                assertThat(shown(message(stream))).contains("caught: the server is shutting down");
            }
            try (var late = client.begin("catches")) {
                assertThat(String.join("\n", late.rest())).contains("caught: the server is shutting down");
            }
        }
    }

    @Test
    void lostConnectionEndsTheQuestion() throws Exception {
        try (var one = new ScriptedEndpoint(tools)) {
            var replica = one.endpoint();
            try (var stream = AskedClient.able(replica).begin("size")) {
                message(stream);
            }
            TestEndpoint.await(
                    "nothing waits for the client",
                    () -> replica.clientRequests().waiting() == 0);
            TestEndpoint.await("the call has ended", () -> replica.ran().size() == 1);
            assertThat(replica.ran().getFirst()).isInstanceOf(Outcome.Failed.class);
        }
    }

    @Test
    void swapDuringAQuestionDoesNotAffectTheCall() throws Exception {
        try (var one = new ScriptedEndpoint(tools)) {
            var client = AskedClient.able(one.endpoint());
            try (var stream = client.begin("size")) {
                var asked = message(stream);
                one.endpoint().catalogs().swap(Servers.searching().catalog(2, Leaves.tool("another", "tool")));
                assertThat(client.reply(asked, "{\"action\":\"decline\"}")).isEqualTo(202);
                assertThat(shown(message(stream))).contains("decline");
            }
        }
    }

    @Test
    void timeOfTheUserCountsNeitherForTheCallNorForTheScript() throws Exception {
        var brief = Servers.searching().with(new Limits(1 << 20, 4 << 20, 128 << 20, 3_000, 256, 100));
        try (var one = new ScriptedEndpoint(KEYS, Duration.ofMinutes(5), brief, tools)) {
            one.run(Optional.empty(), "plain", 1);
            one.limit(new ScriptLimits(2, 100, 3_000, 3_000, 64 << 20, 128 << 20));
            var client = AskedClient.able(one.endpoint());
            try (var stream = client.begin("size")) {
                var asked = message(stream);
                // Comments of a call that takes long, two seconds apart.
                stream.lineBeginning(":");
                stream.lineBeginning(":");
                stream.lineBeginning(":");
                assertThat(client.reply(asked, "{\"action\":\"decline\"}")).isEqualTo(202);
                assertThat(shown(message(stream))).contains("decline");
            }
        }
    }

    @Test
    void unansweredQuestionTimesOut() throws Exception {
        try (var one = new ScriptedEndpoint(KEYS, Duration.ofMillis(300), Servers.searching(), tools)) {
            var client = AskedClient.able(one.endpoint());
            try (var stream = client.begin("catches")) {
                var asked = message(stream);
                var rest = String.join("\n", stream.rest());
                assertThat(rest).contains("caught: the client did not answer within");
                assertThat(client.reply(asked, "{\"action\":\"decline\"}")).isEqualTo(400);
            }
        }
    }

    /** An edit of the server while questions are open. */
    @Test
    void changedReplyTimeoutAppliesToLaterQuestions() throws Exception {
        try (var one = new ScriptedEndpoint(tools)) {
            var client = AskedClient.able(one.endpoint());
            try (var before = client.begin("size")) {
                var asked = message(before);
                one.endpoint().clientRequests().limit(Duration.ofMillis(1_000));
                try (var after = client.begin("catches")) {
                    assertThat(String.join("\n", after.rest()))
                            .contains("caught: the client did not answer within 1 s");
                }
                assertThat(client.reply(asked, "{\"action\":\"decline\"}")).isEqualTo(202);
                assertThat(shown(message(before))).contains("decline");
            }
        }
    }

    @Test
    void openQuestionsAreLimitedPerClientAndReplica() throws Exception {
        var few = Servers.searching().with(new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 20, 100));
        try (var one = new ScriptedEndpoint(KEYS, Duration.ofMinutes(5), few, tools)) {
            var open = new ArrayList<Wire>();
            var greedy = AskedClient.able(one.endpoint());
            for (var question = 0; question < 8; question++) {
                open.add(greedy.begin("catches"));
                message(open.getLast());
            }
            try (var more = greedy.begin("catches")) {
                assertThat(String.join("\n", more.rest())).contains("caught: busy");
            }
            var other = AskedClient.able(one.endpoint());
            for (var question = 0; question < 2; question++) {
                open.add(other.begin("catches"));
                message(open.getLast());
            }
            try (var more = other.begin("catches")) {
                assertThat(String.join("\n", more.rest())).contains("caught: busy");
            }
            assertThat(one.run(Optional.empty(), "plain", 1)).contains("fine");
            greedy.end();
            for (var wire : open) {
                wire.close();
            }
        }
    }

    private String answered(String tool, String result) throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin(tool)) {
            assertThat(client.reply(message(stream), result)).isEqualTo(202);
            return shown(message(stream));
        }
    }

    private String errorOf(String tool) throws Exception {
        try (var stream = AskedClient.able(endpoint).begin(tool)) {
            return String.join("\n", stream.rest());
        }
    }
}
