package dev.hyperterse.runtime.mcp.modern;

import static dev.hyperterse.runtime.endpoint.RepeatingClient.direct;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.execute;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.repeated;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Calls that go on as tasks, for clients that know the extension. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class TaskCallsTest {
    private static final String ANN = "ann-0123456789abcdef";
    private static final String BOB = "bob-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final String ABLE = "{\"elicitation\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";
    private static final String YES = "{\"action\":\"accept\",\"content\":{\"ok\":true}}";
    private static final String ASK =
            "await ctx.elicit('%s', { message: 'Go on?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } });";
    private static final String ASKS = ASK.formatted("go");

    @AutoClose
    private final ScriptedEndpoint scripts =
            new ScriptedEndpoint(ScriptedEndpoint.keys(), Duration.ofMinutes(5), catalog(1, 256));

    private final TestEndpoint endpoint = scripts.endpoint();
    private final RepeatingClient ann = client(endpoint, ANN);
    private final RepeatingClient bob = client(endpoint, BOB);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callGoesOnAfterItsAnswer(boolean direct) throws Exception {
        var created = ann.call(direct ? direct("asks") : execute("asks"));

        assertThat(created.at("/result/resultType").asString()).isEqualTo("task");
        assertThat(created.at("/result/status").asString()).isEqualTo("working");
        assertThat(created.at("/result/ttlMs").asLong()).isEqualTo(660_000);
        assertThat(created.at("/result/createdAt").asString()).endsWith("Z");
        assertThat(created.get("result").propertyNames())
                .doesNotContain("result", "error", "inputRequests", "requestState", "task");
        assertThat(endpoint.audit()).as("the call has not ended").isEmpty();

        var asked = awaitStatus(ann, created, "input_required");
        assertThat(asked.at("/result/resultType").asString()).isEqualTo("complete");
        assertThat(asked.at("/result/inputRequests/go/method").asString()).isEqualTo("elicitation/create");
        assertThat(endpoint.eras().running()).isEqualTo(1);

        assertThat(update(ann, created, "go", YES).get("result").propertyNames())
                .containsExactlyInAnyOrder("resultType", "_meta");
        var ended = awaitStatus(ann, created, "completed");
        assertThat(ended.at("/result/result/content/0/text").asString()).isEqualTo("[{\"value\":\"went on\"}]");
        assertThat(ended.at("/result/inputRequests").isMissingNode()).isTrue();
        endpoint.awaitNothingHeld();
        assertThat(records()).containsExactly("ann asks completed");
    }

    @Test
    void questionsAreAnsweredOneByOne() throws Exception {
        var created = ann.call(execute("asks-twice"));
        TestEndpoint.await("both are open", () -> questions(created).size() == 2);

        update(ann, created, "one", YES);
        assertThat(get(ann, created).at("/result/status").asString()).isEqualTo("input_required");
        assertThat(questions(created)).containsExactly("other");
        update(ann, created, "one", "{\"action\":\"decline\"}");
        update(ann, created, "unknown", YES);
        update(ann, created, "other", YES);
        assertThat(awaitStatus(ann, created, "completed")
                        .at("/result/result/content/0/text")
                        .asString())
                .contains("accept accept");
    }

    @Test
    void clientWithoutTheExtensionGetsAnOrdinaryCall() throws Exception {
        var other = new RepeatingClient(endpoint, "{\"elicitation\":{}}", List.of("X-API-Key", ANN));
        var asked = other.call(execute("asks"));
        assertThat(RepeatingClient.isAsked(asked)).isTrue();
        var answered = other.call(repeated(execute("asks"), asked, Map.of("go", YES)));
        assertThat(answered.at("/result/resultType").asString()).isEqualTo("complete");
        assertThat(answered.at("/result/content/0/text").asString()).contains("went on");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void toolThatRunsAsATaskOnlyRefusesOtherClients(boolean direct) throws Exception {
        var other = new RepeatingClient(endpoint, "{}", List.of("X-API-Key", ANN));
        var refused = other.post("tools/call", direct ? direct("required") : execute("required"));
        assertThat(refused.statusCode()).isEqualTo(400);
        var error = Leaves.json(refused.body()).get("error");
        assertThat(error.get("code").asInt()).isEqualTo(-32021);
        assertThat(error.at("/data/requiredCapabilities/extensions/io.modelcontextprotocol~1tasks")
                        .isObject())
                .isTrue();
        assertThat(records()).containsExactly("ann required resolve");

        assertThat(ann.call(execute("required")).at("/result/resultType").asString())
                .isEqualTo("task");
    }

    @Test
    void toolThatRunsAsATaskOnlyRefusesClientsOfOlderVersions() throws Exception {
        var refused = endpoint.call(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"required\",\"inputs\":{\"id\":1}}}",
                "X-API-Key",
                ANN);
        assertThat(refused.at("/result/isError").asBoolean()).isTrue();
        assertThat(refused.at("/result/content/0/text").asString()).contains("runs as a task only");
    }

    @Test
    void methodsOfTasksNeedTheExtension() throws Exception {
        var created = ann.call(execute("asks"));
        var other = new RepeatingClient(endpoint, "{\"elicitation\":{}}", List.of("X-API-Key", ANN));
        for (var method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
            var params = task(created);
            params.putObject("inputResponses");
            assertThat(other.request(method, params).at("/error/code").asInt()).isEqualTo(-32021);
        }
        awaitStatus(ann, created, "input_required");
    }

    @Test
    void whatComesBeforeTheRunIsAnsweredWithoutATask() throws Exception {
        var invalid = ann.call(execute("asks", "{\"id\":\"no number\"}"));
        assertThat(invalid.at("/result/isError").asBoolean()).isTrue();
        assertThat(invalid.at("/result/taskId").isMissingNode()).isTrue();

        var confirms = ann.call(execute("confirmed"));
        assertThat(RepeatingClient.isAsked(confirms)).isTrue();
        var created = ann.call(repeated(execute("confirmed"), confirms, Map.of("~confirm", "{\"action\":\"accept\"}")));
        assertThat(created.at("/result/resultType").asString()).isEqualTo("task");
        assertThat(created.at("/result/requestState").isMissingNode()).isTrue();
        awaitStatus(ann, created, "completed");
    }

    /** Ids are no secret between two callers: proxies and logs see them. */
    @Test
    void taskOfAnotherCallerIsUnknown() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(ann, created, "input_required");
        assertThat(get(bob, created).at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(update(bob, created, "go", YES).at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(bob.request("tasks/cancel", task(created)).at("/error/code").asInt())
                .isEqualTo(-32602);
        assertThat(get(ann, created).at("/result/status").asString()).isEqualTo("input_required");
        assertThat(ann.request("tasks/get", task("a.b.c")).at("/error/code").asInt())
                .isEqualTo(-32602);
    }

    @Test
    void anotherReplicaSaysThatItDoesNotKeepTheTask() throws Exception {
        var keys = ScriptedEndpoint.keys();
        try (var one = new ScriptedEndpoint(keys, Duration.ofMinutes(5), catalog(1, 256));
                var other = new ScriptedEndpoint(keys, Duration.ofMinutes(5), catalog(1, 256))) {
            var created = client(one.endpoint(), ANN).call(execute("asks"));
            var elsewhere = client(other.endpoint(), ANN).post("tasks/get", task(created));
            assertThat(elsewhere.statusCode()).isEqualTo(503);
            assertThat(elsewhere.headers().firstValue("Retry-After")).isPresent();
            assertThat(elsewhere.body()).contains("the task is on another replica, or has ended with it");
            assertThat(get(client(other.endpoint(), BOB), created)
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32602);
        }
    }

    @Test
    void cancelEndsTheCall() throws Exception {
        var created = ann.call(execute("sleeps"));
        assertThat(ann.request("tasks/cancel", task(created)).get("result").propertyNames())
                .containsExactlyInAnyOrder("resultType", "_meta");
        assertThat(get(ann, created).at("/result/status").asString()).isEqualTo("cancelled");
        TestEndpoint.await("the call has ended", () -> endpoint.eras().running() == 0);
        endpoint.awaitNothingHeld();
        assertThat(get(ann, created).at("/result/status").asString()).isEqualTo("cancelled");
        assertThat(endpoint.ran()).containsExactly(new Outcome.Failed(Stage.CANCELLED));
        assertThat(ann.request("tasks/cancel", task(created)).has("result")).isTrue();
    }

    @Test
    void errorOfTheProtocolFailsTheTask() throws Exception {
        var failed = awaitStatus(ann, ann.call(execute("needs-roots")), "failed");
        assertThat(failed.at("/result/error/code").asInt()).isEqualTo(-32021);
        assertThat(failed.at("/result/statusMessage").asString()).contains("has not declared the capability 'roots'");
        assertThat(failed.at("/result/result").isMissingNode()).isTrue();
    }

    /** Neither the limit of a call nor that of a script: the run sleeps for longer than both. */
    @Test
    void limitsOfATaskHoldInPlaceOfThoseOfACall() throws Exception {
        scripts.limit(new ScriptLimits(2, 512, 100, 10_000, 64 << 20, 128 << 20));
        endpoint.catalogs().swap(catalog(2, new Limits(1 << 20, 4 << 20, 128 << 20, 100, 256, 100)));
        awaitStatus(ann, ann.call(execute("naps")), "completed");
        var late = awaitStatus(ann, ann.call(execute("sleeps")), "completed");
        assertThat(late.at("/result/result/isError").asBoolean()).isTrue();
        assertThat(late.at("/result/result/content/0/text").asString()).contains("(task.timeout: 1s)");
    }

    @ParameterizedTest
    @CsvSource({"patient-quick,complete", "patient-asks,task"})
    void clientWaitsForAQuickResult(String tool, String resultType) throws Exception {
        assertThat(ann.call(execute(tool)).at("/result/resultType").asString()).isEqualTo(resultType);
        if (resultType.equals("complete")) {
            endpoint.awaitNothingHeld();
        }
    }

    @Test
    void taskKeepsTheToolThatItBeganWith() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(ann, created, "input_required");
        endpoint.catalogs().swap(catalog(2, Servers.LIMITS, List.of(tool("asks", "return 'another'"))));
        update(ann, created, "go", YES);
        assertThat(awaitStatus(ann, created, "completed")
                        .at("/result/result/content/0/text")
                        .asString())
                .contains("went on");
    }

    /** A key that is taken away, and a tool that its caller may not use any more. */
    @ParameterizedTest
    @ValueSource(strings = {"key", "policy", "tool"})
    void lossOfARightEndsATaskAndItsResult(String lost) throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(ann, created, "input_required");
        var ended = ann.call(execute("naps"));
        awaitStatus(ann, ended, "completed");
        var bobs = bob.call(execute("asks"));
        awaitStatus(bob, bobs, "input_required");

        var nobody = new AccessPolicy(Optional.of("partners"), Set.of(), Set.of(), Set.of("bob"), Map.of());
        var tools = catalog(2, 256).leaves().stream()
                .map(ToolLeaf.class::cast)
                .filter(it -> !lost.equals("tool") || !Set.of("asks", "naps").contains(it.name()))
                .map(it -> lost.equals("policy") ? it.with(Optional.of(nobody)) : it)
                .toList();
        endpoint.catalogs()
                .swap(catalog(2, Servers.LIMITS, tools, lost.equals("key") ? List.of(BOB) : List.of(ANN, BOB)));

        TestEndpoint.await("her call has ended", () -> endpoint.eras().running() == (lost.equals("tool") ? 0 : 1));
        // With her key again, nothing of it is there.
        endpoint.catalogs().swap(catalog(3, 256));
        assertThat(get(ann, created).at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(get(ann, ended).at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(get(bob, bobs).at("/result/status").asString(""))
                .isEqualTo(lost.equals("tool") ? "" : "input_required");
    }

    @Test
    void callerHasAQuarterOfTheCalls() throws Exception {
        endpoint.catalogs().swap(catalog(2, 4));
        var first = ann.call(execute("asks"));
        var second = ann.post("tools/call", execute("asks"));
        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(second.body()).contains("as many tasks as may run");
        assertThat(records()).containsExactly("ann asks busy");
        bob.call(execute("asks"));
        ann.request("tasks/cancel", task(first));
        TestEndpoint.await("there is room", () -> isTask(ann));
    }

    @Test
    void drainWaitsForTasks() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(ann, created, "input_required");
        var cancelled = new AtomicReference<Integer>();
        var drain =
                Thread.ofVirtual().start(() -> cancelled.set(endpoint.endpoint().drain(TestEndpoint.LONG)));
        update(ann, created, "go", YES);
        drain.join();
        assertThat(cancelled.get()).isZero();
        awaitStatus(ann, created, "completed");
    }

    @Test
    void endOfTheReplicaEndsItsTasks() throws Exception {
        var created = ann.call(execute("sleeps"));
        assertThat(endpoint.endpoint().drain(Duration.ofMillis(1))).isEqualTo(1);
        assertThat(awaitStatus(ann, created, "completed")
                        .at("/result/result/content/0/text")
                        .asString())
                .contains("the server is shutting down");
        assertThat(records()).containsExactly("ann sleeps cancelled");
    }

    @Test
    void headersOfARequestAreThereForTheWholeTask() throws Exception {
        var created = ann.with("X-API-Key", ANN, "X-Shop", "north").call(execute("asks-header"));
        awaitStatus(ann, created, "input_required");
        update(ann, created, "go", YES);
        assertThat(awaitStatus(ann, created, "completed")
                        .at("/result/result/content/0/text")
                        .asString())
                .contains("north");
    }

    @Test
    void nameHeaderRepeatsTheTask() throws Exception {
        var created = ann.call(execute("asks"));
        var params = task(created);
        params.put("uri", "another");
        assertThat(ann.request("tasks/get", params).at("/error/code").asInt()).isEqualTo(-32020);
    }

    @Test
    void notificationsOfTasksNeedTheExtension() throws Exception {
        var params = JsonMapper.shared().createObjectNode().put("name", "none");
        params.putObject("notifications").putArray("taskIds").add("t");
        var other = new RepeatingClient(endpoint, "{}", List.of("X-API-Key", ANN));
        assertThat(other.request("subscriptions/listen", params)
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32021);
    }

    private static boolean isTask(RepeatingClient client) {
        try {
            return client.call(execute("asks"))
                    .at("/result/resultType")
                    .asString("")
                    .equals("task");
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private List<String> questions(JsonNode created) {
        try {
            return new ArrayList<>(get(ann, created).at("/result/inputRequests").propertyNames());
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private static JsonNode awaitStatus(RepeatingClient client, JsonNode created, String status) throws Exception {
        var last = new AtomicReference<JsonNode>();
        TestEndpoint.await(created + " is " + status, () -> {
            try {
                last.set(get(client, created));
            } catch (IOException | InterruptedException failed) {
                throw new AssertionError(failed);
            }
            return last.get().at("/result/status").asString("").equals(status);
        });
        return last.get();
    }

    private static JsonNode get(RepeatingClient client, JsonNode created) throws IOException, InterruptedException {
        return client.request("tasks/get", task(created));
    }

    private static JsonNode update(RepeatingClient client, JsonNode created, String key, String answer)
            throws IOException, InterruptedException {
        var params = task(created);
        params.putObject("inputResponses").set(key, JsonMapper.shared().readTree(answer));
        return client.request("tasks/update", params);
    }

    private static ObjectNode task(JsonNode created) {
        return task(created.at("/result/taskId").asString());
    }

    private static ObjectNode task(String id) {
        return JsonMapper.shared().createObjectNode().put("taskId", id);
    }

    private List<String> records() {
        return endpoint.audit()
                .lines()
                .map(Leaves::json)
                .map(it -> it.at("/subject").asString() + " " + it.at("/name").asString() + " "
                        + it.at("/outcome").asString())
                .toList();
    }

    private static RepeatingClient client(TestEndpoint endpoint, String key) {
        return new RepeatingClient(endpoint, ABLE, List.of("X-API-Key", key));
    }

    private static ToolLeaf withTask(String name, String body, ToolLeaf.Task task) {
        return tool(name, body).with(draft -> draft.task = Optional.of(task));
    }

    private static ToolLeaf withTask(String name, String body) {
        return withTask(name, body, new ToolLeaf.Task(false, 0, Optional.empty(), 60_000));
    }

    private static Catalog catalog(long sequence, int concurrentCalls) {
        return catalog(sequence, new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, concurrentCalls, 100));
    }

    private static Catalog catalog(long sequence, Limits limits) {
        var confirm = new ToolLeaf.Hints(
                Optional.of(false), Optional.of(true), Optional.empty(), Optional.empty(), Optional.of(true));
        var patient = new ToolLeaf.Task(false, 60_000, Optional.empty(), 60_000);
        return catalog(
                sequence,
                limits,
                List.of(
                        withTask("asks", ASKS + " return 'went on'"),
                        withTask(
                                "asks-twice",
                                "const [a, b] = await Promise.all(["
                                        + ASK.formatted("one")
                                                .replace("await ", "")
                                                .replace(";", "") + ","
                                        + ASK.formatted("other")
                                                .replace("await ", "")
                                                .replace(";", "")
                                        + "]); return a.action + ' ' + b.action"),
                        withTask("asks-header", ASKS + "return ctx.headers['x-shop']"),
                        withTask("needs-roots", "return ctx.roots('r')"),
                        withTask(
                                "sleeps",
                                "await ctx.sleep(60000); return 1",
                                new ToolLeaf.Task(false, 0, Optional.of(1_000L), 60_000)),
                        withTask("naps", "await ctx.sleep(400); return 1"),
                        withTask("required", "return 1", new ToolLeaf.Task(true, 0, Optional.empty(), 60_000)),
                        withTask("confirmed", "return 1").with(draft -> draft.hints = confirm),
                        withTask("patient-quick", "return 1", patient),
                        withTask("patient-asks", ASKS + "return 1", patient)));
    }

    private static Catalog catalog(long sequence, Limits limits, List<ToolLeaf> tools) {
        return catalog(sequence, limits, tools, List.of(ANN, BOB));
    }

    private static Catalog catalog(long sequence, Limits limits, List<ToolLeaf> tools, List<String> known) {
        var open =
                Servers.searching().with(Exposure.SearchAndDirect).with(limits).catalog(sequence, tools);
        var digests = new ApiKeyDigests(
                known.stream().collect(Collectors.toMap(ApiKeyDigests::digest, key -> key.substring(0, 3))));
        return new Catalog(
                open.revision(),
                open.server().with(draft -> {
                    draft.auth = new AuthSettings(
                            AuthSettings.Mode.Required,
                            List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                            Optional.empty(),
                            Optional.empty());
                    draft.audit = Optional.of(new AuditSettings(false));
                    draft.scripts = Optional.of(ScriptSettings.DEFAULT.with(List.of("x-shop")));
                }),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, digests.write())));
    }
}
