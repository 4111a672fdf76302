package dev.hyperterse.compiler.document;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.Tls;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.ScriptLinker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tools.jackson.databind.json.JsonMapper;

/** Compiles commands with the operator's code and runs them with the replica's own, from arguments to rows. */
final class DocumentCalls implements AutoCloseable {
    private static final ValueKey URL = ValueKey.adapter("db", "url");
    static final long LARGEST_RESULT = 1024 * 1024;

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final BufferBudget budget = new BufferBudget(16 * LARGEST_RESULT);
    private final Adapters adapters;
    private final Map<String, LiveAdapter<?>> live;
    private final ValueSet values;
    private final List<Input> inputs;
    private final Adapter.Access access;

    DocumentCalls(String url, String database, Adapter.Access access, int maxRows, List<Input> inputs) {
        this.inputs = inputs;
        this.access = access;
        this.values = new ValueSet("test", Map.of(URL, url));
        var handover = new Handover(
                Duration.ofMillis(5), Duration.ofMillis(5), Duration.ofMillis(50), RandomGenerator.getDefault());
        this.adapters = new Adapters(new EngineConnectors(Path.of("."), Path.of(".")), handover);
        var tls = new Tls(TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        var adapter = new Adapter(
                "db",
                access,
                new Adapter.Pool(4, 1, 5_000, 600_000, 1_800_000),
                10_000,
                maxRows,
                new Engine.Mongodb(URL, database, Optional.empty(), Optional.empty(), tls, Map.of()));
        var limits = new Limits(LARGEST_RESULT, LARGEST_RESULT, 16 * LARGEST_RESULT, 5_000, 256, 100);
        try (var plan = adapters.plan(List.of(adapter), values, limits)) {
            plan.apply();
            this.live = plan.adapters();
        }
    }

    /** The rows as JSON, or {@code stage: message}. */
    String run(String text, String arguments) {
        try (var scope = CallScope.open(deadlines, 20_000)) {
            return run(text, arguments, scope);
        }
    }

    CallScope scope(long millis) {
        return CallScope.open(deadlines, millis);
    }

    String run(String text, String arguments, CallScope scope) {
        return run(text, arguments, scope, Optional.empty());
    }

    /** A command without arguments within the rules of a tool. */
    String run(String text, ResultRules rules) {
        try (var scope = CallScope.open(deadlines, 20_000)) {
            return run(text, "{}", scope, Optional.of(rules));
        }
    }

    private String run(String text, String arguments, CallScope scope, Optional<ResultRules> rules) {
        var command = new DocumentCompiler()
                .compile(new DocumentSource("spec.statement.text", text, access, inputs, Set.of()));
        if (command instanceof Checked.Faulty<?>(var problems)) {
            throw new AssertionError(problems);
        }
        var action = new Action.RunDocument("db", command.valid().orElseThrow(), text);
        var tool = new ActionLinker(ScriptLinker.none()).link(tool(action, rules), new LinkSettings(live, values));
        var bytes = arguments.getBytes(StandardCharsets.UTF_8);
        try (var out = budget.open(LARGEST_RESULT)) {
            var context = new CallContext(Principal.ANONYMOUS, Client.NONE, scope);
            try (var call = new ToolCall(context, new JsonSpan(bytes, 0, bytes.length), new ResultWriter(out))) {
                tool.call(call);
                return new String(out.toByteArray(), StandardCharsets.UTF_8);
            } catch (CallFailure failure) {
                return failure.stage().spelling() + ": " + failure.getMessage();
            }
        }
    }

    private ToolLeaf tool(Action action, Optional<ResultRules> rules) {
        return new ToolLeaf(
                new LeafIdentity(LeafKind.Tool, "default", "t", "uid", 1),
                "t",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                ToolLeaf.Hints.NONE,
                new Inputs.Declared(inputs),
                JsonMapper.shared().createObjectNode(),
                Optional.empty(),
                action,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                rules,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** What calls hold of the memory for all of them. */
    long held() {
        return budget.used();
    }

    String state() {
        var state = adapters.states().getFirst();
        return state.status() + state.message().map(message -> ": " + message).orElse("");
    }

    @Override
    public void close() {
        adapters.close();
        deadlines.close();
    }
}
