package dev.hyperterse.runtime.mcp.modern;

import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;

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
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Two replicas of a server that share their tasks, and clients of each. */
abstract class ReplicasWithTasks {
    static final String ANN = "ann-0123456789abcdef";
    static final String BOB = "bob-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final String ABLE = "{\"elicitation\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";
    private static final String ASKS =
            "const answer = await ctx.elicit('go', { message: 'Go on?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } });";
    private static final ToolLeaf ASKING = withTask("asks", ASKS + " return 'went on: ' + answer.action", 0);

    private final KeyRing ring = ScriptedEndpoint.keys();
    final BoardInMemory board = new BoardInMemory();

    @AutoClose
    final ScriptedEndpoint one = replica();

    @AutoClose
    final ScriptedEndpoint other = replica();

    @AutoClose
    final PeriodicWorker sharing = sharing(one);

    final RepeatingClient ann = client(one, ANN);
    final RepeatingClient annThere = client(other, ANN);

    private static PeriodicWorker sharing(ScriptedEndpoint replica) {
        return PeriodicWorker.start(
                "shared tasks", Duration.ofMillis(10), () -> replica.endpoint().shareTasks());
    }

    final ScriptedEndpoint replica() {
        return new ScriptedEndpoint(ring, Duration.ofMinutes(5), catalog(1, tools()), board);
    }

    static JsonNode awaitStatus(RepeatingClient client, JsonNode created, String status) throws Exception {
        TestEndpoint.await(created + " is " + status, () -> {
            try {
                return get(client, created).at("/result/status").asString("").equals(status);
            } catch (IOException | InterruptedException failed) {
                throw new AssertionError(failed);
            }
        });
        return get(client, created);
    }

    static JsonNode get(RepeatingClient client, JsonNode created) throws IOException, InterruptedException {
        return client.request("tasks/get", task(created));
    }

    static ObjectNode task(JsonNode created) {
        return JsonMapper.shared().createObjectNode().put("taskId", id(created));
    }

    static String id(JsonNode created) {
        return created.at("/result/taskId").asString();
    }

    static RepeatingClient client(ScriptedEndpoint replica, String key) {
        return new RepeatingClient(replica.endpoint(), ABLE, List.of("X-API-Key", key));
    }

    static ToolLeaf withTask(String name, String body, long afterMillis) {
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

    static Catalog catalog(long sequence, List<ToolLeaf> tools) {
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
