package dev.hyperterse.engines.mcp;

import static dev.hyperterse.runtime.endpoint.AskedClient.message;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.direct;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.execute;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.AskedClient;
import dev.hyperterse.runtime.endpoint.QuietClient;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.round.Round;
import dev.hyperterse.runtime.round.RoundState;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Another server asks the user of a call, in each era of it and of the client. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AskingServersTest {
    private static final String FORM = "{\"message\":\"Which\\nseat?\",\"_meta\":{\"a\":1},\"requestedSchema\":{"
            + "\"type\":\"object\",\"title\":\"Seat\",\"properties\":{\"seat\":{\"type\":\"string\",\"title\":\"Seat\"}},"
            + "\"required\":[\"seat\"]}}";
    private static final String SHOWN = "Another server (adapter 'db') asks: Which seat?";
    private static final String ACCEPT = "{\"action\":\"accept\",\"content\":{\"seat\":\"12A\",\"more\":1}}";
    /** Without what is no field of the form. */
    private static final String ACCEPTED = "{\"action\":\"accept\",\"content\":{\"seat\":\"12A\"}}";

    /** Each key has the identity of the call. */
    private static String key(JsonNode asked) {
        return asked.at("/result/inputRequests").propertyNames().iterator().next();
    }

    private static JsonNode question(JsonNode asked) {
        return asked.at("/result/inputRequests").get(key(asked));
    }

    /** Asks on the stream of the call, and answers with what came. */
    private static FakeMcp inSession(String params) throws Exception {
        var asked = new AtomicInteger();
        var server = new AtomicReference<FakeMcp>();
        server.set(FakeMcp.withSessions((call, socket) -> {
            var id = "q" + asked.incrementAndGet();
            FakeMcp.stream(socket);
            RecordingApi.write(
                    socket,
                    FakeMcp.event("{\"jsonrpc\":\"2.0\",\"id\":\"" + id
                            + "\",\"method\":\"elicitation/create\",\"params\":" + params + "}"));
            var reply = server.get().awaitReply(id).body();
            var text = reply.has("error") ? reply.at("/error/message") : reply.get("result");
            RecordingApi.write(socket, FakeMcp.event(FakeMcp.reply(call, result(reply.has("error"), text.toString()))));
            return false;
        }));
        return server.get();
    }

    private static String result(boolean failed, String text) {
        return "{\"resultType\":\"complete\",\"isError\":" + failed + ",\"content\":[{\"type\":\"text\",\"text\":"
                + JsonMapper.shared().writeValueAsString(text) + "}]}";
    }

    /** Asks by a result, as often as is said, and answers with what came last. */
    private static FakeMcp byRounds(String requests, int rounds) throws Exception {
        return FakeMcp.modern((call, socket) -> {
            var params = call.body().get("params");
            var round = params.path("requestState").asString("round 0").replace("round ", "");
            return FakeMcp.ok(
                    socket,
                    FakeMcp.JSON,
                    FakeMcp.reply(
                            call,
                            Integer.parseInt(round) < rounds
                                    ? "{\"resultType\":\"input_required\",\"inputRequests\":%s,\"requestState\":\"round %d\"}"
                                            .formatted(requests, Integer.parseInt(round) + 1)
                                    : result(
                                            false, params.path("inputResponses").toString())));
        });
    }

    private static String seat(String params) {
        return "{\"their key\":{\"method\":\"elicitation/create\",\"params\":" + params + "}}";
    }

    /** A replica that serves the tool, and what it is linked with. */
    private record Served(McpCalls calls, TestEndpoint endpoint) implements AutoCloseable {
        static Served of(FakeMcp server, boolean asking) {
            return of(asking ? McpCalls.asking(server.url()) : McpCalls.on(server.url()));
        }

        private static Served of(McpCalls calls) {
            var action = new Action.CallTool(TestCalls.ADAPTER, "book", Optional.empty(), false, Optional.empty());
            var task = new ToolLeaf.Task(false, 0, Optional.empty(), 60_000);
            var catalog = Servers.searching()
                    .with(Exposure.SearchAndDirect)
                    .catalog(
                            1,
                            Leaves.tool("book", action),
                            Leaves.tool("long-book", action).with(draft -> draft.task = Optional.of(task)));
            return new Served(
                    calls,
                    new TestEndpoint(
                            catalog,
                            KeyRing.random(),
                            StreamTimings.standard(),
                            Duration.ofMinutes(1),
                            UpstreamLinker.of(calls)));
        }

        @Override
        public void close() {
            endpoint.close();
            calls.close();
        }
    }

    /** The answer of a call without a question, which is no stream. */
    private static JsonNode unasked(Wire stream) throws IOException {
        return JsonMapper.shared().readTree(stream.lineBeginning("{\"jsonrpc\""));
    }

    private static String shown(JsonNode answer) {
        return answer.at("/result/content/0/text").asString();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clientWithASessionIsAskedOnTheStreamOfItsCall(boolean modern) throws Exception {
        try (var server = modern ? byRounds(seat(FORM), 1) : inSession(FORM);
                var served = Served.of(server, true)) {
            var client = AskedClient.able(served.endpoint());
            try (var stream = client.begin("book")) {
                var asked = message(stream);
                assertThat(asked.get("method").asString()).isEqualTo("elicitation/create");
                assertThat(asked.at("/params/message").asString()).isEqualTo(SHOWN);
                assertThat(asked.at("/params/requestedSchema").toString())
                        .isEqualTo(
                                "{\"type\":\"object\",\"properties\":{\"seat\":{\"type\":\"string\",\"title\":\"Seat\"}},"
                                        + "\"required\":[\"seat\"]}");
                assertThat(client.reply(asked, ACCEPT)).isEqualTo(202);
                assertThat(shown(message(stream))).isEqualTo(modern ? "{\"their key\":" + ACCEPTED + "}" : ACCEPTED);
                stream.rest();
            }
            served.endpoint().awaitNothingHeld();
            if (modern) {
                assertThat(server.received("tools/call")).hasSize(2);
            }
        }
    }

    @Test
    void clientOfRoundsIsAskedByAResult() throws Exception {
        try (var server = byRounds(seat(FORM), 1);
                var served = Served.of(server, true)) {
            var client = RepeatingClient.able(served.endpoint());
            var asked = client.call(direct("book"));
            assertThat(asked.at("/result/resultType").asString()).isEqualTo("input_required");
            assertThat(asked.at("/result/inputRequests").propertyNames())
                    .singleElement()
                    .asString()
                    .matches("~mcp[.][0-9a-f]{32}/1");
            assertThat(question(asked).at("/params/message").asString()).isEqualTo(SHOWN);
            assertThat(asked.toString()).doesNotContain("round 1").doesNotContain("their key");

            var answer = client.call(repeated(direct("book"), asked, Map.of(key(asked), ACCEPT)));
            assertThat(shown(answer)).isEqualTo("{\"their key\":" + ACCEPTED + "}");
            assertThat(server.received("tools/call"))
                    .extracting(call -> call.body().at("/params/requestState").asString(""))
                    .containsExactly("", "round 1");
            assertThat(server.received("tools/call"))
                    .extracting(call -> call.body()
                            .at("/params/_meta/io.modelcontextprotocol~1clientCapabilities")
                            .toString())
                    .containsOnly("{\"elicitation\":{}}");
            assertThat(served.endpoint().ran()).containsExactly(Outcome.Ended.INPUT_REQUIRED, Outcome.Ended.COMPLETED);
            served.endpoint().awaitNothingHeld();
        }
    }

    @Test
    void serverMayAskInSeveralRounds() throws Exception {
        try (var server = byRounds(seat(FORM), 3);
                var served = Served.of(server, true)) {
            var answer = RepeatingClient.able(served.endpoint()).answered(execute("book"), _ -> ACCEPT);
            assertThat(shown(answer)).isEqualTo("{\"their key\":" + ACCEPTED + "}");
            assertThat(server.received("tools/call"))
                    .extracting(call -> call.body().at("/params/requestState").asString(""))
                    .containsExactly("", "round 1", "round 2", "round 3");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void serverThatAsksOnAndOnIsRefused(boolean rounds) throws Exception {
        try (var server = byRounds(seat(FORM), 100);
                var served = Served.of(server, true)) {
            var refused = "the MCP server asks more than 8 times within one call";
            if (rounds) {
                var answer = RepeatingClient.able(served.endpoint()).answered(direct("book"), _ -> ACCEPT);
                assertThat(shown(answer)).contains(refused);
            } else {
                var client = AskedClient.able(served.endpoint());
                try (var stream = client.begin("book")) {
                    for (var i = 0; i < 8; i++) {
                        client.reply(message(stream), ACCEPT);
                    }
                    assertThat(shown(message(stream))).contains(refused);
                }
            }
            assertThat(server.received("tools/call").size()).isLessThan(10);
        }
    }

    /** It holds its session open, and the client of rounds would come back to another replica. */
    @Test
    void questionInASessionIsNotPassedOnToAClientOfRounds() throws Exception {
        try (var server = inSession(FORM);
                var served = Served.of(server, true)) {
            var answer = RepeatingClient.able(served.endpoint()).call(direct("book"));
            assertThat(answer.at("/result/resultType").asString()).isEqualTo("complete");
            assertThat(shown(answer))
                    .contains(
                            "its question was not passed on: the MCP server waits for the answer in its session,"
                                    + " and the client answers between calls; it can be asked when it calls the tool as a task");
        }
    }

    /** A task goes on while its client answers, so a session can wait. */
    @Test
    void clientOfATaskIsAskedInASession() throws Exception {
        try (var server = inSession(FORM);
                var served = Served.of(server, true)) {
            var able = "{\"elicitation\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";
            var client = new RepeatingClient(served.endpoint(), able);
            var task = JsonMapper.shared()
                    .createObjectNode()
                    .put(
                            "taskId",
                            client.call(execute("long-book"))
                                    .at("/result/taskId")
                                    .asString());
            TestEndpoint.await("the task asks", () -> status(client, task).equals("input_required"));
            var asked = client.request("tasks/get", task);
            var update = task.deepCopy();
            update.putObject("inputResponses")
                    .set(key(asked), JsonMapper.shared().readTree(ACCEPT));
            client.request("tasks/update", update);
            TestEndpoint.await("the task has ended", () -> status(client, task).equals("completed"));
            assertThat(client.request("tasks/get", task)
                            .at("/result/result/content/0/text")
                            .asString())
                    .isEqualTo(ACCEPTED);
        }
    }

    private static String status(RepeatingClient client, ObjectNode task) {
        try {
            return client.request("tasks/get", task).at("/result/status").asString("");
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void eachUserIsAskedForTheOwnCallOnly() throws Exception {
        try (var server = inSession(FORM);
                var served = Served.of(server, true)) {
            var ann = AskedClient.able(served.endpoint());
            var bob = AskedClient.able(served.endpoint());
            try (var anns = ann.begin("book");
                    var bobs = bob.begin("book")) {
                var asked = message(anns);
                var other = message(bobs);
                assertThat(bob.reply(asked, ACCEPT))
                        .as("the question of another session")
                        .isEqualTo(400);
                bob.reply(other, ACCEPT.replace("12A", "7B"));
                assertThat(shown(message(bobs))).isEqualTo(ACCEPTED.replace("12A", "7B"));
                ann.reply(asked, ACCEPT);
                assertThat(shown(message(anns))).isEqualTo(ACCEPTED);
            }
            assertThat(server.begun())
                    .as("they share the session of the other server")
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"decline", "cancel"})
    void refusalOfTheUserReachesTheServer(String action) throws Exception {
        try (var server = inSession(FORM);
                var served = Served.of(server, true)) {
            var client = AskedClient.able(served.endpoint());
            try (var stream = client.begin("book")) {
                client.reply(message(stream), "{\"action\":\"%s\",\"content\":{\"seat\":\"1\"}}".formatted(action));
                assertThat(shown(message(stream))).isEqualTo("{\"action\":\"%s\"}".formatted(action));
            }
        }
    }

    @Test
    void clientWithoutFormsIsNotAsked() throws Exception {
        try (var server = inSession(FORM);
                var byRounds = byRounds(seat(FORM), 1);
                var served = Served.of(server, true);
                var alsoServed = Served.of(byRounds, true)) {
            try (var stream = new AskedClient(served.endpoint(), "{}").begin("book")) {
                assertThat(shown(unasked(stream)))
                        .contains("its question was not passed on: the client cannot be asked: it has not declared");
            }
            var refused = new RepeatingClient(alsoServed.endpoint(), "{}").call(direct("book"));
            assertThat(refused.at("/error/code").asInt()).isEqualTo(-32021);
        }
    }

    /** Unless the owner of the adapter has allowed it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noUserIsAskedByDefault(boolean modern) throws Exception {
        try (var server = modern ? byRounds(seat(FORM), 1) : inSession(FORM);
                var served = Served.of(server, false)) {
            try (var stream = AskedClient.able(served.endpoint()).begin("book")) {
                assertThat(shown(unasked(stream)))
                        .contains(modern ? "asks for input, which is not passed on" : "This client has no user");
            }
            var first = server.received(modern ? "tools/call" : "initialize").getFirst();
            assertThat(first.body().toString()).doesNotContain("elicitation");
        }
    }

    @Test
    void adapterThatBeginsOrCeasesToAskIsAnotherOne() throws Exception {
        var unasked = "asks for input, which is not passed on";
        try (var server = byRounds(seat(FORM), 1);
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("book", "{}")).contains(unasked);
            calls.become(server.url(), true);
            assertThat(calls.run("book", "{}")).contains("this call has no client that can be asked");
            calls.become(server.url(), false);
            assertThat(calls.run("book", "{}")).contains(unasked);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://example.com\",\"elicitationId\":\"e\"} | 'url' is not supported",
                "{\"mode\":\"url\",\"message\":\"m\"}                             | users are not sent to URLs",
                "{\"message\":\"\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}} | 'message' must be",
                "{\"message\":\"m\"}                                              | 'requestedSchema' must be",
                "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}} | forms are flat",
                "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\\u202e\":{\"type\":\"string\"}}}} | invisible characters",
                "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"title\":\"t0ken-of-the-adapter\"}}}} | a secret of the adapter",
                "{\"message\":\"m\",\"t0ken-of-the-adapter\":1}                     | a secret of the adapter",
                "[]                                                              | not a JSON object",
            })
    void questionThatIsNoFormOfThisServerIsRefused(String params, String why) throws Exception {
        for (var modern : new boolean[] {true, false}) {
            try (var server = modern ? byRounds(seat(params), 1) : inSession(params);
                    var served = Served.of(server, true)) {
                try (var stream = AskedClient.able(served.endpoint()).begin("book")) {
                    assertThat(shown(unasked(stream))).contains(why).contains("not passed on");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 100_000})
    void longQuestionIsRefused(int repeated) throws Exception {
        var params = FORM.replace("Which", "Which ".repeat(repeated));
        for (var modern : new boolean[] {true, false}) {
            try (var server = modern ? byRounds(seat(params), 1) : inSession(params);
                    var served = Served.of(server, true)) {
                try (var stream = AskedClient.able(served.endpoint()).begin("book")) {
                    assertThat(shown(unasked(stream)))
                            .containsAnyOf(
                                    "'message' has more than 2000 characters",
                                    "the MCP server asks with more than 12288 bytes");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sampling/createMessage", "roots/list", "tools/call"})
    void otherRequestsAreRefused(String method) throws Exception {
        var requests = "{\"k\":{\"method\":\"" + method + "\",\"params\":{\"messages\":[],\"maxTokens\":1}}}";
        try (var server = byRounds(requests, 1);
                var served = Served.of(server, true)) {
            assertThat(shown(RepeatingClient.able(served.endpoint()).call(direct("book"))))
                    .contains("was not passed on: it asks for something other than a form");
        }
    }

    /** They are shown, and not sent back. */
    @Test
    void labelsAreShownOnOneLineAndShort() throws Exception {
        var params = FORM.replace(
                "\"title\":\"Seat\"}}",
                "\"title\":\"Your\\nseat\",\"description\":\"" + "long ".repeat(100)
                        + "\"},\"title\":{\"type\":\"string\","
                        + "\"oneOf\":[{\"const\":\"mr\",\"title\":\"M\\tr\"}]}}");
        try (var server = byRounds(seat(params), 1);
                var served = Served.of(server, true)) {
            var fields = question(RepeatingClient.able(served.endpoint()).call(direct("book")))
                    .at("/params/requestedSchema/properties");
            assertThat(fields.at("/seat/title").asString()).isEqualTo("Your seat");
            assertThat(fields.at("/seat/description").asString()).isEqualTo("long ".repeat(40));
            assertThat(fields.at("/title/oneOf/0/title").asString()).isEqualTo("M r");
        }
    }

    /** As at http://jira:8080, whose forms say Jira. */
    @Test
    void hostOfTheAdapterMayBeAWordOfAForm() throws Exception {
        var params = FORM.replace("Which", "At 127.0.0.1, which").replace("\"Seat\"", "\"127.0.0.1\"");
        try (var server = byRounds(seat(params), 1);
                var served = Served.of(server, true)) {
            assertThat(server.url()).contains("127.0.0.1");
            var asked = question(RepeatingClient.able(served.endpoint()).call(direct("book")));
            assertThat(asked.at("/params/message").asString()).endsWith("asks: At 127.0.0.1, which seat?");
            assertThat(asked.at("/params/requestedSchema/properties/seat/title").asString())
                    .isEqualTo("127.0.0.1");
        }
    }

    /** A server that would rather ask can do without. */
    @Test
    void capabilityIsThatOfTheClientOfTheCall() throws Exception {
        try (var server = byRounds(seat(FORM), 0);
                var served = Served.of(server, true)) {
            new RepeatingClient(served.endpoint(), "{}").call(direct("book"));
            RepeatingClient.able(served.endpoint()).call(direct("book"));
            assertThat(server.received("tools/call"))
                    .extracting(call -> call.body()
                            .at("/params/_meta/io.modelcontextprotocol~1clientCapabilities")
                            .toString())
                    .containsExactly("{}", "{\"elicitation\":{}}");
        }
    }

    /** Quotes are longer in what the client carries. */
    @Test
    void clientCarriesALongStateOfTheServer() throws Exception {
        var state = "\"".repeat(5_000);
        try (var server = FakeMcp.modern((call, socket) -> {
                    var params = call.body().get("params");
                    return FakeMcp.ok(
                            socket,
                            FakeMcp.JSON,
                            FakeMcp.reply(
                                    call,
                                    params.has("requestState")
                                            ? result(
                                                    false,
                                                    params.get("requestState").asString())
                                            : "{\"resultType\":\"input_required\",\"inputRequests\":%s,\"requestState\":%s}"
                                                    .formatted(
                                                            seat(FORM),
                                                            JsonMapper.shared().writeValueAsString(state))));
                });
                var served = Served.of(server, true)) {
            var answer = RepeatingClient.able(served.endpoint()).answered(direct("book"), _ -> ACCEPT);
            assertThat(shown(answer)).isEqualTo(state);
        }
    }

    /** A client whose answers come in rounds of a call, which a script may make with other arguments. */
    private record ClientOfRounds(Round round) implements QuietClient {
        static ClientOfRounds of(RoundState before, Map<String, JsonSpan> responses) {
            return new ClientOfRounds(new Round(
                    before, responses, () -> Set.of("elicitation"), new BufferBudget(1024 * 1024).reservation()));
        }

        /** The next round, in which the user has accepted all that was asked. */
        ClientOfRounds answered() {
            var accept = ACCEPT.getBytes(StandardCharsets.UTF_8);
            var answers = new HashMap<String, JsonSpan>();
            round.questions().keySet().forEach(key -> answers.put(key, new JsonSpan(accept, 0, accept.length)));
            return of(round.after(Map.of(), Instant.MAX), answers);
        }

        McpCalls.With with() {
            return new McpCalls.With(false, this, CallTrace.NONE, RequestHeaders.NONE);
        }

        @Override
        public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
            reply.accept(round.ask(key, request));
            return PendingRequest.NONE;
        }

        @Override
        public Optional<CallRounds> rounds() {
            return Optional.of(round);
        }
    }

    @Test
    void answerIsForTheArgumentsAndTheServerThatTheUserWasAskedFor() throws Exception {
        try (var server = byRounds(seat(FORM), 1);
                var calls = McpCalls.asking(server.url());
                var other = byRounds(seat(FORM), 1);
                var otherCalls = McpCalls.asking(other.url())) {
            var first = ClientOfRounds.of(RoundState.first(Instant.EPOCH), Map.of());
            calls.run("book", "{\"id\":1}", first.with());

            var otherArguments = first.answered();
            calls.run("book", "{\"id\":2}", otherArguments.with());
            assertThat(otherArguments.round().questions()).hasSize(1);
            var otherServer = first.answered();
            otherCalls.run("book", "{\"id\":1}", otherServer.with());
            assertThat(otherServer.round().questions()).hasSize(1);
            assertThat(server.received("tools/call")).noneMatch(AskingServersTest::isAnswer);
            assertThat(other.received("tools/call")).noneMatch(AskingServersTest::isAnswer);

            var same = first.answered();
            assertThat(calls.run("book", "{\"id\":1}", same.with())).contains("12A");
            assertThat(same.round().questions()).isEmpty();
        }
    }

    private static boolean isAnswer(FakeMcp.Received call) {
        return call.body().at("/params").has("inputResponses");
    }

    /** It would be that of the call. */
    @Test
    void onlyConnectionDoesNotWaitForUsers() throws Exception {
        try (var server = inSession(FORM);
                var served = Served.of(McpCalls.asking(server.url(), 1));
                var stream = AskedClient.able(served.endpoint()).begin("book")) {
            assertThat(shown(unasked(stream))).contains("pool.maxSize do, which should be raised");
        }
    }

    @Test
    void secretsOfTheAdapterAndLinesAreNotShown() throws Exception {
        var params = FORM.replace("Which", "Mail t0ken-of-the-adapter \\u202e");
        try (var server = byRounds(seat(params), 1);
                var served = Served.of(server, true)) {
            var asked = RepeatingClient.able(served.endpoint()).call(direct("book"));
            assertThat(question(asked).at("/params/message").asString())
                    .isEqualTo("Another server (adapter 'db') asks: Mail {{ header authorization }}   seat?");
        }
    }

    /** Only what was sealed for this request counts: neither answers nor the state of the other server can be brought. */
    @Test
    void answersWithoutTheirQuestionAreNotPassedOn() throws Exception {
        try (var server = byRounds(seat(FORM), 1);
                var served = Served.of(server, true)) {
            var client = RepeatingClient.able(served.endpoint());
            var asked = client.call(direct("book"));
            var forged = direct("book");
            forged.putObject("inputResponses")
                    .set(key(asked), JsonMapper.shared().readTree(ACCEPT));
            assertThat(RepeatingClient.isAsked(client.call(forged))).isTrue();

            var other = direct("book");
            other.putObject("arguments").put("id", 2);
            var stolen = client.call(repeated(other, asked, Map.of(key(asked), ACCEPT)));
            assertThat(stolen.at("/error/message").asString()).contains("'requestState'");
            assertThat(server.received("tools/call"))
                    .allMatch(call -> call.body().at("/params/inputResponses").isMissingNode());
        }
    }

    /** Half of the connections of the adapter, which has four. */
    @Test
    void callsThatWaitForUsersLeaveConnectionsToOthers() throws Exception {
        try (var server = inSession(FORM);
                var served = Served.of(server, true)) {
            var client = AskedClient.able(served.endpoint());
            var other = AskedClient.able(served.endpoint());
            try (var first = client.begin("book");
                    var second = other.begin("book")) {
                message(first);
                var asked = message(second);
                try (var third = AskedClient.able(served.endpoint()).begin("book")) {
                    assertThat(shown(unasked(third)))
                            .contains("was not passed on: no more calls of the adapter may wait for users");
                }
                other.reply(asked, ACCEPT);
            }
        }
    }

    /** The connections before the change finish their calls beside the new ones, with the same permits. */
    @Test
    void callsThatWaitForUsersCountThroughAChangeOfSettings() throws Exception {
        var ann = new ThinkingClient();
        var bob = new ThinkingClient();
        try (var server = inSession(FORM);
                var calls = McpCalls.asking(server.url(), 4);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> calls.run("book", "{}", ann.of("ann")));
            TestEndpoint.await("one waits for ann", () -> ann.asked().size() == 1);
            calls.becomeReadOnly(server.url(), 4);
            var second = threads.submit(() -> calls.run("book", "{}", bob.reading("bob")));
            TestEndpoint.await("one waits for bob", () -> bob.asked().size() == 1);
            assertThat(calls.run("book", "{}", bob.reading("carol")))
                    .contains("no more calls of the adapter may wait for users");
            ann.answer();
            bob.answer();
            assertThat(first.get()).contains("12A");
            assertThat(second.get()).contains("12A");
        }
    }

    /** A user who answers when the test says so. */
    private record ThinkingClient(BlockingQueue<Consumer<ClientReply>> asked) implements QuietClient {
        ThinkingClient() {
            this(new LinkedBlockingQueue<>());
        }

        McpCalls.With of(String name) {
            return new McpCalls.With(false, Principal.named("login", name), this, CallTrace.NONE, RequestHeaders.NONE);
        }

        McpCalls.With reading(String name) {
            return new McpCalls.With(true, Principal.named("login", name), this, CallTrace.NONE, RequestHeaders.NONE);
        }

        void answer() throws InterruptedException {
            asked.take().accept(new ClientReply.Answered(ACCEPT.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
            asked.add(reply);
            return PendingRequest.NONE;
        }
    }

    /** Half of the slots, which are half of the connections. */
    @Test
    void callsOfOneCallerThatWaitForTheUserLeaveSlotsToOtherCallers() throws Exception {
        var ann = new ThinkingClient();
        var bob = new ThinkingClient();
        try (var server = inSession(FORM);
                var calls = McpCalls.asking(server.url(), 8);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<String> anns = () -> calls.run("book", "{}", ann.of("ann"));
            var first = threads.submit(anns);
            var second = threads.submit(anns);
            TestEndpoint.await("two wait for ann", () -> ann.asked().size() == 2);
            assertThat(anns.call())
                    .contains(
                            "no more calls of this caller may wait for users: at most 2 do, a quarter of the adapter's"
                                    + " pool.maxSize; answer another question first");
            var bobs = threads.submit(() -> calls.run("book", "{}", bob.of("bob")));
            bob.answer();
            assertThat(bobs.get()).contains("12A");
            ann.answer();
            ann.answer();
            assertThat(first.get()).contains("12A");
            assertThat(second.get()).contains("12A");
            var third = threads.submit(anns);
            ann.answer();
            assertThat(third.get()).contains("12A");
        }
    }
}
