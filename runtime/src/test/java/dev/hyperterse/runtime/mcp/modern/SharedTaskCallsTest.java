package dev.hyperterse.runtime.mcp.modern;

import static dev.hyperterse.runtime.endpoint.RepeatingClient.execute;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tasks of replicas that share a state. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class SharedTaskCallsTest {
    private static final String ANN = "ann-0123456789abcdef";
    private static final String BOB = "bob-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final String ABLE = "{\"elicitation\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";
    private static final String ASKS =
            "const answer = await ctx.elicit('go', { message: 'Go on?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } });";
    private static final ToolLeaf ASKING = withTask("asks", ASKS + " return 'went on: ' + answer.action", 0);

    private final KeyRing ring = ScriptedEndpoint.keys();
    private final Board board = new Board();

    @AutoClose
    private final ScriptedEndpoint one = replica(board);

    @AutoClose
    private final ScriptedEndpoint other = replica(board);

    @AutoClose
    private final PeriodicWorker sharing = sharing(one);

    private final RepeatingClient ann = client(one, ANN);
    private final RepeatingClient annThere = client(other, ANN);

    private static PeriodicWorker sharing(ScriptedEndpoint replica) {
        return PeriodicWorker.start(
                "shared tasks", Duration.ofMillis(10), () -> replica.endpoint().shareTasks());
    }

    private ScriptedEndpoint replica(TaskBoard shared) {
        return new ScriptedEndpoint(ring, Duration.ofMinutes(5), catalog(1, tools()), shared);
    }

    @Test
    void everyReplicaAnswersForATask() throws Exception {
        var created = ann.call(execute("asks"));
        assertThat(get(annThere, created).at("/result/status").asString())
                .as("shown before its client has it")
                .isIn("working", "input_required");
        var asked = awaitStatus(annThere, created, "input_required");
        assertThat(asked.at("/result/inputRequests/go/method").asString()).isEqualTo("elicitation/create");
        assertThat(asked.at("/result/resultType").asString()).isEqualTo("complete");
        assertThat(asked.at("/result/taskId")).isEqualTo(created.at("/result/taskId"));

        var responses = task(created);
        responses.putObject("inputResponses").putObject("go").put("action", "decline");
        assertThat(annThere.request("tasks/update", responses).get("result").propertyNames())
                .containsExactlyInAnyOrder("resultType", "_meta");
        assertThat(get(annThere, created).at("/result/inputRequests").isMissingNode())
                .as("the question was answered when its client reads next")
                .isTrue();
        var ended = awaitStatus(annThere, created, "completed");
        assertThat(ended.at("/result/result/content/0/text").asString()).contains("went on: decline");
        assertThat(ended.at("/result/inputRequests").isMissingNode()).isTrue();
        assertThat(get(ann, created).get("result")).isEqualTo(ended.get("result"));
    }

    @Test
    void taskIsCancelledFromEveryReplica() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(ann, created, "input_required");
        assertThat(annThere.request("tasks/cancel", task(created)).has("result"))
                .isTrue();
        assertThat(get(annThere, created).at("/result/status").asString()).isEqualTo("cancelled");
        assertThat(get(ann, created).at("/result/status").asString()).isEqualTo("cancelled");
        one.endpoint().awaitNothingHeld();
    }

    @Test
    void resultOutlivesItsReplica() throws Exception {
        JsonNode created;
        try (var going = replica(board)) {
            created = client(going, ANN).call(execute("quick"));
            awaitStatus(client(going, ANN), created, "completed");
            TestEndpoint.await("it is shown", () -> board.length(created) > 0);
        }
        awaitStatus(ann, created, "completed");
        awaitStatus(annThere, created, "completed");
        assertThat(ann.request("tasks/cancel", task(created)).has("result"))
                .as("it has ended, so there is nothing to cancel")
                .isTrue();
        awaitStatus(ann, created, "completed");
    }

    @Test
    void clientReadsEverywhereWhatItHasChangedHere() throws Exception {
        sharing.close();
        var answered = ann.call(execute("asks"));
        awaitStatus(ann, answered, "input_required");
        var responses = task(answered);
        responses.putObject("inputResponses").putObject("go").put("action", "decline");
        ann.request("tasks/update", responses);
        assertThat(get(annThere, answered).at("/result/inputRequests").isMissingNode())
                .isTrue();

        var cancelled = ann.call(execute("asks"));
        ann.request("tasks/cancel", task(cancelled));
        assertThat(get(annThere, cancelled).at("/result/status").asString()).isEqualTo("cancelled");
    }

    /** Nothing says that its replica has heard of it. */
    @Test
    void messageIsNotAcknowledgedWhereTheAnswerIsLost() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(annThere, created, "input_required");
        board.lostAfterSend = true;
        assertThat(annThere.post("tasks/cancel", task(created)).statusCode()).isEqualTo(503);
        board.lostAfterSend = false;
        board.away = false;
        awaitStatus(annThere, created, "cancelled");
    }

    @Test
    void oldStateThatIsPutBackIsNotShown() throws Exception {
        sharing.close();
        var created = ann.call(execute("asks"));
        assertThat(get(annThere, created).has("result")).isTrue();
        other.endpoint().skew(Duration.ofSeconds(41));
        assertThat(annThere.post("tasks/get", task(created)).statusCode()).isEqualTo(503);
    }

    /** A replica that does not answer any more. */
    @Test
    void messageThatNobodyTakesIsRefused() throws Exception {
        var created = ann.call(execute("asks"));
        sharing.close();
        var refused = annThere.post("tasks/cancel", task(created));
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(get(ann, created).at("/result/status").asString()).isIn("working", "input_required");
        one.endpoint().shareTasks();
        assertThat(get(annThere, created).at("/result/status").asString())
                .as("the message is there when it does again")
                .isEqualTo("cancelled");
    }

    @Test
    void endThatTheOthersMissedIsShownLater() throws Exception {
        var created = ann.call(execute("quick"));
        board.away = true;
        board.states.clear();
        var missed = ann.call(execute("quick"));
        awaitStatus(ann, missed, "completed");
        assertThat(annThere.post("tasks/get", task(missed)).statusCode()).isEqualTo(503);
        board.away = false;
        awaitStatus(annThere, missed, "completed");
        assertThat(get(ann, created).has("result")).isTrue();
    }

    /** Its replica shows it for half a minute after its last word. */
    @Test
    void taskThatNobodyShowsIsElsewhere() throws Exception {
        sharing.close();
        var created = ann.call(execute("asks"));
        board.states.clear();
        for (var method : List.of("tasks/get", "tasks/cancel")) {
            var elsewhere = annThere.post(method, task(created));
            assertThat(elsewhere.statusCode()).isEqualTo(503);
            assertThat(elsewhere.body()).contains("the task is on another replica, or has ended with it");
        }
        one.endpoint().shareTasks();
        assertThat(get(annThere, created).has("result")).isTrue();
    }

    @Test
    void onlyItsCallerFindsATask() throws Exception {
        var created = ann.call(execute("asks"));
        for (var method : List.of("tasks/get", "tasks/cancel")) {
            assertThat(client(other, BOB)
                            .request(method, task(created))
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32602);
        }
        other.endpoint().catalogs().swap(catalog(2, List.of(withTask("another", "return 1", 0))));
        assertThat(get(annThere, created).at("/error/code").asInt())
                .as("its tool is gone here")
                .isEqualTo(-32602);
    }

    @Test
    void boardShowsNothingToThoseWhoReadIt() throws Exception {
        var created = ann.call(execute("quick"));
        awaitStatus(annThere, created, "completed");
        assertThat(board.states.values()).isNotEmpty().noneMatch(it -> it.contains("quick"));
        sharing.close();
        var taken = board.states.get(id(created));
        var second = ann.call(execute("asks"));
        board.states.put(id(second), taken);
        assertThat(annThere.post("tasks/get", task(second)).statusCode())
                .as("the state of another task")
                .isEqualTo(503);
    }

    /** On both sides of the end of a call. */
    @Test
    void taskWhoseCallerLosesItsRightsIsShownNoMore() throws Exception {
        var running = ann.call(execute("asks"));
        var ended = ann.call(execute("quick"));
        awaitStatus(annThere, ended, "completed");
        one.endpoint().catalogs().swap(catalog(2, List.of(withTask("another", "return 1", 0))));
        TestEndpoint.await("nothing is shown", () -> board.length(running) + board.length(ended) == 0);
        one.endpoint().shareTasks();
        assertThat(board.states).isEmpty();
    }

    @Test
    void largeResultStaysOnItsReplica() throws Exception {
        var created = ann.call(execute("large"));
        awaitStatus(ann, created, "completed");
        TestEndpoint.await("it is not shown", () -> board.length(created) == 0);
        assertThat(annThere.post("tasks/get", task(created)).statusCode()).isEqualTo(503);
    }

    @Test
    void callWithoutATaskIsNotShown() throws Exception {
        assertThat(ann.call(execute("patient")).at("/result/resultType").asString())
                .isEqualTo("complete");
        one.endpoint().awaitNothingHeld();
        assertThat(board.states).isEmpty();
    }

    /** The place between replicas, as a Redis is one. */
    private static final class Board implements TaskBoard {
        private final Map<String, String> states = new ConcurrentHashMap<>();
        private volatile boolean away;
        private volatile boolean lostAfterSend;
        private final Map<String, List<Message>> messages = new ConcurrentHashMap<>();

        int length(JsonNode created) {
            return states.getOrDefault(id(created), "").length();
        }

        @Override
        public boolean isShared() {
            return true;
        }

        @Override
        public synchronized Optional<List<Message>> show(String task, String state, Duration keep, List<String> done) {
            assertThat(keep).isPositive();
            if (away) {
                return Optional.empty();
            }
            states.put(task, state);
            var sent = messages.computeIfAbsent(task, _ -> new ArrayList<>());
            sent.removeIf(message -> done.contains(message.id()));
            return Optional.of(List.copyOf(sent));
        }

        @Override
        public synchronized boolean remove(String task) {
            states.remove(task);
            messages.remove(task);
            return !away;
        }

        @Override
        public Optional<String> look(String task) {
            return Optional.ofNullable(states.get(task));
        }

        @Override
        public synchronized boolean send(String task, Message message) {
            if (!states.containsKey(task)) {
                return false;
            }
            messages.computeIfAbsent(task, _ -> new ArrayList<>()).add(message);
            away = lostAfterSend;
            return true;
        }

        @Override
        public synchronized Fate fate(String task, String message) {
            if (away || !states.containsKey(task)) {
                return Fate.UNKNOWN;
            }
            return messages.getOrDefault(task, List.of()).stream()
                            .anyMatch(it -> it.id().equals(message))
                    ? Fate.WAITS
                    : Fate.TAKEN;
        }
    }

    private static JsonNode awaitStatus(RepeatingClient client, JsonNode created, String status) throws Exception {
        TestEndpoint.await(created + " is " + status, () -> {
            try {
                return get(client, created).at("/result/status").asString("").equals(status);
            } catch (IOException | InterruptedException failed) {
                throw new AssertionError(failed);
            }
        });
        return get(client, created);
    }

    private static JsonNode get(RepeatingClient client, JsonNode created) throws IOException, InterruptedException {
        return client.request("tasks/get", task(created));
    }

    private static ObjectNode task(JsonNode created) {
        return JsonMapper.shared().createObjectNode().put("taskId", id(created));
    }

    private static String id(JsonNode created) {
        return created.at("/result/taskId").asString();
    }

    private static RepeatingClient client(ScriptedEndpoint replica, String key) {
        return new RepeatingClient(replica.endpoint(), ABLE, List.of("X-API-Key", key));
    }

    private static ToolLeaf withTask(String name, String body, long afterMillis) {
        var task = new ToolLeaf.Task(false, afterMillis, Optional.empty(), 60_000);
        return tool(name, body).with(draft -> draft.task = Optional.of(task));
    }

    private static List<ToolLeaf> tools() {
        return List.of(
                ASKING,
                withTask("quick", "return 'quick'", 0),
                withTask("large", "return 'x'.repeat(200000)", 0),
                withTask("patient", "return 1", 60_000));
    }

    private static Catalog catalog(long sequence, List<ToolLeaf> tools) {
        var open = Servers.searching().catalog(sequence, tools);
        var digests = new ApiKeyDigests(Map.of(ApiKeyDigests.digest(ANN), "ann", ApiKeyDigests.digest(BOB), "bob"));
        return new Catalog(
                open.revision(),
                open.server()
                        .with(draft -> draft.auth = new AuthSettings(
                                AuthSettings.Mode.Required,
                                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                                Optional.empty(),
                                Optional.empty())),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, digests.write())));
    }
}
