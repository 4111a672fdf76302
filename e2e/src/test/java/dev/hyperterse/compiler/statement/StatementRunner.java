package dev.hyperterse.compiler.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Engines;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.tool.ActionCheck;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementCompiler;
import dev.hyperterse.statement.sql.StatementSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import tools.jackson.databind.json.JsonMapper;

/** Compiles statements with the operator's code and runs them with the replica's own, from arguments to rows. */
final class StatementRunner implements AutoCloseable {
    private static final long LARGEST_RESULT = 4 * 1024 * 1024;

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final BufferBudget budget = new BufferBudget(16 * LARGEST_RESULT);
    private final Adapters adapters;
    private final Map<String, LiveAdapter<?>> live;
    private final Adapter adapter;
    private final Dialect dialect;
    private final ValueSet values;
    private final Map<String, LinkedTool> tools = new HashMap<>();

    StatementRunner(Dialect dialect, Adapter adapter, Map<ValueKey, String> values, Path dataDirectory) {
        this(dialect, adapter, values, new EngineConnectors(dataDirectory, dataDirectory));
    }

    StatementRunner(Dialect dialect, Adapter adapter, Map<ValueKey, String> values, Engines engines) {
        this.dialect = dialect;
        this.adapter = adapter;
        this.values = new ValueSet("test", values);
        var handover = new Handover(
                Duration.ofMillis(5), Duration.ofMillis(5), Duration.ofMillis(50), RandomGenerator.getDefault());
        this.adapters = new Adapters(engines, handover);
        var limits = new Limits(LARGEST_RESULT, LARGEST_RESULT, 16 * LARGEST_RESULT, 5_000, 256, 100);
        try (var plan = adapters.plan(List.of(adapter), this.values, limits)) {
            plan.apply();
            this.live = plan.adapters();
        }
    }

    /** The same adapter, whose server has other values in its environment. */
    LinkedTool link(String text, Map<ValueKey, String> environment) {
        var source = new StatementSource(text, dialect, adapter.access(), ExampleInputs.ALL, ExampleInputs.ENVIRONMENT);
        var compiled = (StatementCompilation.Compiled) new StatementCompiler().compile(source);
        var entries = new HashMap<>(values.entries());
        entries.putAll(environment);
        return new ActionLinker(ScriptLinker.none())
                .link(
                        ExampleInputs.ALL,
                        new Action.RunSql(adapter.name(), compiled.statement(), text),
                        Optional.empty(),
                        new LinkSettings(live, new ValueSet("test", entries)));
    }

    /** What the engine says of a statement that it only prepares. */
    StatementCheck check(String text) {
        var source = new StatementSource(text, dialect, adapter.access(), ExampleInputs.ALL, ExampleInputs.ENVIRONMENT);
        var compiled = (StatementCompilation.Compiled) new StatementCompiler().compile(source);
        var action = new Action.RunSql(adapter.name(), compiled.statement(), text);
        try (var scope = CallScope.open(deadlines, 20_000)) {
            return ActionCheck.of(action, new LinkSettings(live, values))
                    .orElseThrow()
                    .run(scope);
        }
    }

    LinkedTool link(SqlStatement statement, String text, List<Input> inputs) {
        return new ActionLinker(ScriptLinker.none())
                .link(
                        inputs,
                        new Action.RunSql(adapter.name(), statement, text),
                        Optional.empty(),
                        new LinkSettings(live, values));
    }

    LinkedTool link(Action action, List<Input> inputs) {
        return new ActionLinker(ScriptLinker.none())
                .link(inputs, action, Optional.empty(), new LinkSettings(live, values));
    }

    LinkedTool link(ToolLeaf tool) {
        return new ActionLinker(ScriptLinker.none()).link(tool, new LinkSettings(live, values));
    }

    /** What the engine makes of a text that the compiler refuses; true when it takes it. */
    boolean wouldRun(String text) {
        var unchecked = new SqlStatement(dialect, List.of(new Segment.Text(text)));
        var tool = new ActionLinker(ScriptLinker.none())
                .link(
                        List.of(),
                        new Action.RunSql(adapter.name(), unchecked, text),
                        Optional.empty(),
                        new LinkSettings(live, values));
        return run(tool, Map.of(), principal("alice")).startsWith("[");
    }

    /** The rows as JSON, or {@code stage: message}. */
    String run(String text, Map<String, ?> arguments) {
        return run(tools.computeIfAbsent(text, unlinked -> link(unlinked, Map.of())), arguments, principal("alice"));
    }

    String run(LinkedTool tool, Map<String, ?> arguments, Principal principal) {
        return runJson(tool, JsonMapper.shared().writeValueAsString(arguments), principal);
    }

    String runJson(LinkedTool tool, String arguments, Principal principal) {
        return runJson(tool, arguments, principal, _ -> {});
    }

    /** @param begins gets the scope of the call, which may end it */
    String runJson(LinkedTool tool, String arguments, Principal principal, Consumer<CallScope> begins) {
        var bytes = arguments.getBytes(StandardCharsets.UTF_8);
        try (var scope = CallScope.open(deadlines, 20_000);
                var out = budget.open(LARGEST_RESULT)) {
            begins.accept(scope);
            var context = new CallContext(principal, Client.NONE, scope);
            try (var call = new ToolCall(context, new JsonSpan(bytes, 0, bytes.length), new ResultWriter(out))) {
                tool.call(call);
                return new String(out.toByteArray(), StandardCharsets.UTF_8);
            } catch (CallFailure failure) {
                return failure.stage().spelling() + ": " + failure.getMessage();
            }
        }
    }

    /** Somebody of that name, with it as the claim {@code tenant}, too. */
    static Principal principal(String name) {
        return new Principal(
                Optional.of("sso"), Optional.of(name), Set.of(), Set.of(), Map.of("tenant", ExampleInputs.text(name)));
    }

    @Override
    public void close() {
        adapters.close();
        deadlines.close();
    }
}
