package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.masking.ColumnMasks;
import dev.hyperterse.runtime.tool.statement.CommentSettings;
import dev.hyperterse.scripts.ScriptLinker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** Calls through the whole pipeline, short enough for a test: statements with {@code <name>} where a compiler put an input. */
public final class TestCalls implements AutoCloseable {
    public static final String ADAPTER = "db";
    public static final long MAX_RESULT = 1024 * 1024;

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final BufferBudget budget;
    private final Adapters adapters;
    private LinkSettings settings = new LinkSettings(Map.of(), ValueSet.empty());

    public TestCalls(Path dataDirectory) {
        this(dataDirectory, new BufferBudget(64 * MAX_RESULT));
    }

    public TestCalls(Path dataDirectory, BufferBudget budget) {
        this.budget = budget;
        var handover = new Handover(
                Duration.ofMillis(5), Duration.ofMillis(5), Duration.ofMillis(50), RandomGenerator.getDefault());
        this.adapters = new Adapters(new EngineConnectors(dataDirectory, dataDirectory), handover);
    }

    /** Calls on one adapter. */
    public static TestCalls on(Adapter adapter, Map<ValueKey, String> values) {
        var calls = new TestCalls(Path.of("."));
        calls.reconfigure(adapter, values);
        return calls;
    }

    public void reconfigure(Adapter adapter, Map<ValueKey, String> settings) {
        reconfigure(adapter, settings, MAX_RESULT);
    }

    public void reconfigure(Adapter adapter, Map<ValueKey, String> given, long maxResultSize) {
        var values = new ValueSet("test", given);
        settings = live(adapters, List.of(adapter), values, limits(maxResultSize, 256));
    }

    /** From now on tools have comments in their statements, which name that server. */
    public void comment(String server) {
        comment(new CommentSettings(server, Optional.empty()));
    }

    /** The same, with such comments. */
    public void comment(CommentSettings comments) {
        settings = new LinkSettings(
                settings.adapters(),
                settings.values(),
                settings.decisionPoint(),
                settings.history(),
                Optional.of(comments),
                settings.masks());
    }

    /** Makes these the adapters; what tools are linked with from now on. */
    public static LinkSettings live(Adapters adapters, List<Adapter> wanted, ValueSet values, Limits limits) {
        try (var plan = adapters.plan(wanted, values, limits)) {
            plan.apply();
            return new LinkSettings(plan.adapters(), values, ColumnMasks.of(wanted, plan.adapters(), it -> it.subject()
                    .map(value -> "hash of " + value.length())));
        }
    }

    /** With five seconds for a call. */
    public static Limits limits(long maxResultSize, int concurrentCalls) {
        return new Limits(1024 * 1024, maxResultSize, 64 * MAX_RESULT, 5_000, concurrentCalls, 100);
    }

    /**
     * Waits until its adapter has opened its first connection in the background, or failed to. A call may take that connection,
     * and which call does must not depend on the time that this takes.
     */
    public TestCalls settled() {
        while (adapters().states().getFirst().status() == AdapterState.Status.CONNECTING) {
            LockSupport.parkNanos(1_000_000);
        }
        return this;
    }

    public Adapters adapters() {
        return adapters;
    }

    /** What tools are linked with. */
    public LinkSettings settings() {
        return settings;
    }

    public BufferBudget budget() {
        return budget;
    }

    public DeadlineTimer deadlines() {
        return deadlines;
    }

    public LinkedTool tool(List<Input> inputs, SqlStatement statement) {
        return tool(inputs, new Action.RunSql(ADAPTER, statement, ""));
    }

    public LinkedTool tool(List<Input> inputs, Action action) {
        return new ActionLinker(ScriptLinker.none()).link(inputs, action, Optional.empty(), settings);
    }

    /** The same within the rules of a tool. */
    public String run(Dialect dialect, String sql, ResultRules rules) {
        return run(
                tool(new Action.RunSql(ADAPTER, new SqlStatement(dialect, List.of(new Segment.Text(sql))), ""), rules),
                "{}");
    }

    /** A tool without inputs, with rules of its own. */
    public LinkedTool tool(Action action, ResultRules rules) {
        return tool(new Inputs.Declared(List.of()), action, Optional.of(rules));
    }

    /** A tool with inputs of any form. */
    public LinkedTool tool(Inputs inputs, Action action) {
        return tool(inputs, action, Optional.empty());
    }

    private LinkedTool tool(Inputs inputs, Action action, Optional<ResultRules> rules) {
        var leaf = Leaves.tool("orders", "Orders");
        var tool = leaf.with(draft -> {
            draft.inputs = inputs;
            draft.action = action;
            draft.result = rules;
        });
        return new ActionLinker(ScriptLinker.none()).link(tool, settings);
    }

    /** Runs SQL without inputs; the rows, or {@code stage: message}. */
    public String run(Dialect dialect, String sql) {
        return run(tool(List.of(), new SqlStatement(dialect, List.of(new Segment.Text(sql)))), "{}");
    }

    public String run(LinkedTool tool, String arguments) {
        return run(tool, arguments, ResultBuffer.Form.PLAIN, Duration.ofSeconds(20));
    }

    public String run(LinkedTool tool, String arguments, ResultBuffer.Form form, Duration timeout) {
        try (var scope = CallScope.open(deadlines, timeout.toMillis());
                var out = budget.open(MAX_RESULT).form(form)) {
            return run(tool, arguments, scope, out);
        }
    }

    /** A call whose deadline passes as soon as it has reached that, however long it takes. */
    public String runUntil(BooleanSupplier reached, LinkedTool tool, String arguments) {
        try (var scope = CallScope.open(deadlines, 20_000);
                var out = budget.open(MAX_RESULT)) {
            var ender = Thread.ofVirtual().start(() -> {
                while (!reached.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
                    LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
                }
                scope.end(CallScope.End.DEADLINE);
            });
            try {
                return run(tool, arguments, scope, out);
            } finally {
                ender.interrupt();
            }
        }
    }

    public String run(LinkedTool tool, String arguments, Principal principal, RequestHeaders headers) {
        return run(tool, arguments, principal, headers, PathSegments.NONE);
    }

    /** A call that was sent to a URL with these segments. */
    public String run(LinkedTool tool, String arguments, PathSegments segments) {
        return run(tool, arguments, Principal.ANONYMOUS, RequestHeaders.NONE, segments);
    }

    private String run(
            LinkedTool tool, String arguments, Principal principal, RequestHeaders headers, PathSegments segments) {
        try (var scope = CallScope.open(deadlines, 20_000);
                var out = budget.open(MAX_RESULT)) {
            var context = new CallContext(principal, Client.NONE, scope, CallTrace.NONE, headers, segments);
            return run(tool, arguments, context, out);
        }
    }

    /** A call of the principal that is recorded so. */
    public String run(LinkedTool tool, String arguments, Principal principal, CallTrace trace) {
        try (var scope = CallScope.open(deadlines, 20_000);
                var out = budget.open(MAX_RESULT)) {
            return run(
                    tool,
                    arguments,
                    new CallContext(principal, Client.NONE, scope, trace, RequestHeaders.NONE, PathSegments.NONE),
                    out);
        }
    }

    public String run(LinkedTool tool, String arguments, Principal principal) {
        try (var scope = CallScope.open(deadlines, 20_000);
                var out = budget.open(MAX_RESULT)) {
            return run(tool, arguments, principal, scope, out);
        }
    }

    public static String run(LinkedTool tool, String arguments, CallScope scope, ResultBuffer out) {
        return run(tool, arguments, Principal.ANONYMOUS, scope, out);
    }

    private static String run(
            LinkedTool tool, String arguments, Principal principal, CallScope scope, ResultBuffer out) {
        return run(tool, arguments, new CallContext(principal, Client.NONE, scope), out);
    }

    public static String run(LinkedTool tool, String arguments, CallContext context, ResultBuffer out) {
        var bytes = arguments.getBytes(StandardCharsets.UTF_8);
        try (var call = new ToolCall(context, new JsonSpan(bytes, 0, bytes.length), new ResultWriter(out))) {
            tool.call(call);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        } catch (CallFailure failure) {
            return failure.stage().spelling() + ": " + failure.getMessage();
        }
    }

    /** The failure of a call without arguments, whose deadline passes once that is reached. */
    public static CallFailure failure(
            LinkedTool tool, CallContext context, ResultWriter writer, BooleanSupplier reached) {
        var ender = Thread.ofVirtual().start(() -> {
            while (!reached.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            }
            context.scope().end(CallScope.End.DEADLINE);
        });
        try (var call = new ToolCall(context, new JsonSpan(new byte[] {'{', '}'}, 0, 2), writer)) {
            tool.call(call);
            throw new AssertionError("it succeeded");
        } catch (CallFailure failure) {
            return failure;
        } finally {
            ender.interrupt();
        }
    }

    public static Input input(String name, InputType type, boolean optional) {
        return Input.of(name, type, optional);
    }

    public static Input list(String name, InputType items) {
        return Input.listOf(name, items, true);
    }

    /** {@code SELECT <a>} with the type that the compiler gives each input. */
    public static SqlStatement statement(Dialect dialect, String sql, List<Input> inputs) {
        List<Segment> segments = new ArrayList<>();
        var rest = sql;
        while (true) {
            var text = rest;
            var first = inputs.stream()
                    .filter(input -> text.contains(mark(input)))
                    .min(Comparator.comparingInt(input -> text.indexOf(mark(input))));
            if (first.isEmpty()) {
                segments.add(new Segment.Text(rest));
                return new SqlStatement(dialect, segments);
            }
            var mark = mark(first.get());
            segments.add(new Segment.Text(rest.substring(0, rest.indexOf(mark))));
            segments.add(parameter(dialect, first.get()));
            rest = rest.substring(rest.indexOf(mark) + mark.length());
        }
    }

    private static String mark(Input input) {
        return "<" + input.name() + ">";
    }

    private static Segment parameter(Dialect dialect, Input input) {
        var reference = new Reference.Input(input.name());
        if (input.items().isPresent()) {
            var items = type(input.items().get());
            return dialect == Dialect.POSTGRES
                    ? new Segment.ArrayParameter(reference, items)
                    : new Segment.ItemList(reference, items);
        }
        return new Segment.Parameter(new Value.Whole(reference), type(input.type()));
    }

    private static ParameterType type(InputType type) {
        return switch (type) {
            case STRING, DATETIME -> ParameterType.TEXT;
            case INT -> ParameterType.INTEGER;
            case FLOAT -> ParameterType.DECIMAL;
            case BOOLEAN -> ParameterType.BOOLEAN;
            case ARRAY, OBJECT -> ParameterType.JSON;
        };
    }

    @Override
    public void close() {
        adapters.close();
        deadlines.close();
    }
}
