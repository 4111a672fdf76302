package dev.hyperterse.runtime;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A process that has a replica with one tool for a moment. */
final class ScriptedReplica {
    private ScriptedReplica() {}

    /** @param arguments a directory for data, and {@code script}, {@code isolated} or {@code statement} */
    public static void main(String[] arguments) {
        var statement = Leaves.tool("orders", "Orders");
        var tool =
                switch (arguments[1]) {
                    case "script" -> script(statement, ScriptIsolation.Shared);
                    case "isolated" -> script(statement, ScriptIsolation.Isolated);
                    default -> statement;
                };
        var keys = KeyRing.random();
        var settings = new ReplicaSettings(
                Path.of(arguments[0]), Path.of(arguments[0]), () -> keys, false, Handover.standard());
        new Replica(Servers.searching().catalog(1, tool), settings, Observation.begin()).close();
        System.exit(0);
    }

    private static ToolLeaf script(ToolLeaf leaf, ScriptIsolation engine) {
        var module = new ScriptModule("orders.js", "export default () => 1", Optional.empty());
        return leaf.with(draft -> draft.action =
                new Action.RunScript(new CompiledScript("digest", List.of(module), engine), List.of(), List.of()));
    }
}
