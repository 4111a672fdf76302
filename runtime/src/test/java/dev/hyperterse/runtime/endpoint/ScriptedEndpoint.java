package dev.hyperterse.runtime.endpoint;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.modern.task.NoTaskBoard;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.scripts.Scripts;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** An endpoint whose tools are scripts. Each has the input {@code id}. */
public final class ScriptedEndpoint implements AutoCloseable {
    private static final StreamTimings PACE =
            new StreamTimings(Duration.ofMillis(1), Duration.ZERO, 1_000, Duration.ofMillis(200), TestEndpoint.LONG);

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final Scripts scripts = new Scripts(
            ScriptLimits.of(ScriptSettings.DEFAULT, 512 << 20), deadlines, NameService.SYSTEM, new LoggedScripts());
    private final TestEndpoint endpoint;

    public ScriptedEndpoint(Leaf... leaves) {
        this(keys(), Duration.ofMinutes(5), Servers.searching(), leaves);
    }

    /** @param reply the time of a client for one reply */
    public ScriptedEndpoint(KeyRing keys, Duration reply, Servers server, Leaf... leaves) {
        this(keys, reply, server.catalog(1, leaves));
    }

    /** @param reply the time of a client for one reply */
    public ScriptedEndpoint(KeyRing keys, Duration reply, Catalog catalog) {
        this(keys, reply, catalog, new NoTaskBoard());
    }

    /** One of several replicas. */
    public ScriptedEndpoint(KeyRing keys, Duration reply, Catalog catalog, TaskBoard board) {
        this.endpoint = new TestEndpoint(catalog, keys, PACE, reply, new ActionLinker(scripts), board);
    }

    public static KeyRing keys() {
        return KeyRing.random();
    }

    /** A tool that runs the body of an async function of {@code inputs} and {@code ctx}. */
    public static ToolLeaf tool(String name, String body) {
        var code = "export default async ({ inputs }, ctx) => {" + body + "}";
        return Leaves.tool(name, script(name, code));
    }

    public static Action.RunScript script(String name, String code) {
        var module = new ScriptModule(name + ".js", code, Optional.empty());
        return new Action.RunScript(
                new CompiledScript("digest", List.of(module), ScriptIsolation.Shared), List.of(), List.of());
    }

    /** The same tools, with their scripts in that engine. */
    public static Leaf[] in(ScriptIsolation engine, Leaf... leaves) {
        return Arrays.stream(leaves).map(leaf -> in(engine, leaf)).toArray(Leaf[]::new);
    }

    private static Leaf in(ScriptIsolation engine, Leaf leaf) {
        if (leaf instanceof ToolLeaf tool && tool.action() instanceof Action.RunScript run) {
            var script = new CompiledScript(run.script().digest(), run.script().modules(), engine);
            return Leaves.tool(tool.name(), new Action.RunScript(script, run.environment(), run.queries()));
        }
        return leaf;
    }

    public void limit(ScriptLimits limits) {
        scripts.limit(limits);
    }

    public TestEndpoint endpoint() {
        return endpoint;
    }

    /** The rows of a tool that is called in a session, or the message of its error. */
    public String run(Optional<String> session, String tool, int id) throws IOException, InterruptedException {
        var body = "{\"name\":\"execute\",\"arguments\":{\"tool\":\"%s\",\"inputs\":{\"id\":%d}}}".formatted(tool, id);
        return shown(
                session.isPresent()
                        ? endpoint.call("tools/call", body, "Mcp-Session-Id", session.get())
                        : endpoint.call("tools/call", body));
    }

    public static String shown(JsonNode answer) {
        return answer.has("error")
                ? answer.at("/error/message").asString()
                : answer.at("/result/content/0/text").asString();
    }

    @Override
    public void close() {
        endpoint.close();
        scripts.close();
        deadlines.close();
    }
}
