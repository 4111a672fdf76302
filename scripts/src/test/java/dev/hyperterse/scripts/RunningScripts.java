package dev.hyperterse.scripts;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.author.ScriptOutput;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.exchange.ScriptQueries;
import dev.hyperterse.scripts.exchange.ScriptResult;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scripts in an engine of their own, and what their calls give as one line of text. */
public final class RunningScripts implements AutoCloseable {
    /** What a script may read, in characters that JSON and URLs write otherwise. */
    static final String TOKEN = "t0ken of \"shop\"/1";

    public static final long LONG = 60_000;
    static final int LARGEST = 4 << 20;

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final ScriptIsolation engine;
    private final Scripts scripts;

    private final BufferBudget budget = new BufferBudget(64 << 20);

    public RunningScripts(ScriptLimits limits) {
        this(limits, NameService.SYSTEM);
    }

    public RunningScripts(ScriptLimits limits, NameService names) {
        this(ScriptIsolation.Shared, limits, names, new LoggedScripts());
    }

    public RunningScripts(ScriptLimits limits, ScriptOutput output) {
        this(ScriptIsolation.Shared, limits, NameService.SYSTEM, output);
    }

    public RunningScripts(ScriptIsolation engine) {
        this(engine, small(engine), NameService.SYSTEM, new LoggedScripts());
    }

    public RunningScripts(ScriptIsolation engine, ScriptLimits limits) {
        this(engine, limits, NameService.SYSTEM, new LoggedScripts());
    }

    public RunningScripts(ScriptIsolation engine, ScriptLimits limits, NameService names, ScriptOutput output) {
        this.engine = engine;
        this.scripts = new Scripts(limits, deadlines, names, output);
    }

    /** With little of everything, so that hostile scripts end soon. */
    public static ScriptLimits small() {
        return new ScriptLimits(2, 256, 60_000, 2_000, 32 << 20, 96 << 20);
    }

    /** For hundreds of runs at once. */
    public static ScriptLimits many() {
        return new ScriptLimits(2, 600, 60_000, 2_000, 32 << 20, 768L << 20);
    }

    /** The slower engine has less time, so that hostile scripts end soon. */
    public static ScriptLimits small(ScriptIsolation engine) {
        return switch (engine) {
            case Shared, Fresh -> small();
            case Isolated -> brief();
        };
    }

    /** A short running time, for runs that only a time limit ends. */
    static ScriptLimits brief() {
        return new ScriptLimits(2, 256, 60_000, 500, 32 << 20, 96 << 20);
    }

    public void limit(ScriptLimits limits) {
        scripts.limit(limits);
    }

    public DeadlineTimer deadlines() {
        return deadlines;
    }

    BufferBudget budget() {
        return budget;
    }

    public LinkedScript link(String code) {
        return link(Map.of("main.js", code));
    }

    /** @param files the entry is called {@code main.js} */
    public LinkedScript link(Map<String, String> files) {
        return link(ScriptOwner.Kind.TOOL, files);
    }

    public LinkedScript link(ScriptOwner.Kind kind, Map<String, String> files) {
        return link(kind, files, List.of());
    }

    public LinkedScript link(ScriptOwner.Kind kind, Map<String, String> files, List<AllowedUrl> fetch) {
        var modules = new ArrayList<ScriptModule>();
        modules.add(new ScriptModule("main.js", files.get("main.js"), Optional.empty()));
        files.forEach((name, code) -> {
            if (!name.equals("main.js")) {
                modules.add(new ScriptModule(name, code, Optional.empty()));
            }
        });
        return scripts.link(new DeployedScript(
                new ScriptOwner(kind, "shop", kind.word(), false),
                new CompiledScript("digest", modules, engine),
                Map.of("REGION", "eu", "TOKEN", TOKEN),
                fetch));
    }

    /** What a script in one file returns. */
    public String run(String code, String inputs) {
        return run(link(code), inputs);
    }

    public String run(LinkedScript script, String inputs) {
        try (var scope = CallScope.open(deadlines, LONG)) {
            return run(script, inputs, scope, Client.NONE);
        }
    }

    public String run(LinkedScript script, String inputs, CallScope scope, Client client) {
        return run(script, inputs, scope, client, ScriptQueries.NONE);
    }

    public String run(LinkedScript script, String inputs, CallScope scope, Client client, ScriptQueries queries) {
        try {
            var context = new CallContext(Principal.ANONYMOUS, client, scope);
            return switch (script.run(new ScriptCall(inputs, context, queries, () -> budget.open(LARGEST)))) {
                case ScriptResult.Rows(var json, var _) -> json;
                case ScriptResult.Whole whole -> whole.toString();
                case ScriptResult.Value(var json) -> json;
                case ScriptResult.InputRequired _ -> "input_required";
            };
        } catch (CallFailure failure) {
            return failure.stage().spelling() + ": " + failure.getMessage();
        }
    }

    /** The same of many calls at once, each on a thread of its own. */
    List<String> runAll(List<LinkedScript> runs, String inputs) {
        var results = new ArrayList<java.util.concurrent.Future<String>>();
        try (var callers = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
            runs.forEach(script -> results.add(callers.submit(() -> run(script, inputs))));
        }
        return results.stream().map(java.util.concurrent.Future::resultNow).toList();
    }

    @Override
    public void close() {
        scripts.close();
        deadlines.close();
    }
}
