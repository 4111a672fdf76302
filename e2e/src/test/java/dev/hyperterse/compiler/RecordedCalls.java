package dev.hyperterse.compiler;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.ScriptLinker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/** Calls through the replica's own code, from arguments to what the engine would be sent. */
public final class RecordedCalls<T> implements AutoCloseable {
    /** The adapter that actions name. */
    public static final String ADAPTER = "db";

    private static final long LARGEST_RESULT = 1024 * 1024;
    private static final Principal CALLER =
            new Principal(Optional.of("sso"), Optional.of("alice"), Set.of(), Set.of(), Map.of());

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final BufferBudget budget = new BufferBudget(16 * LARGEST_RESULT);
    private final RecordedOperations<T> records;
    private final Adapters adapters;
    private final LinkSettings settings;

    public RecordedCalls(Engine engine, Map<ValueKey, String> values, Function<Object, T> kept) {
        this.records = new RecordedOperations<>(kept);
        this.adapters = new Adapters(records, Handover.standard());
        var adapter = new Adapter(
                ADAPTER,
                Adapter.Access.ReadWrite,
                new Adapter.Pool(1, 1, 60_000, 600_000, 1_800_000),
                10_000,
                10,
                engine);
        var set = new ValueSet("test", values);
        var limits = new Limits(LARGEST_RESULT, LARGEST_RESULT, 16 * LARGEST_RESULT, 5_000, 256, 100);
        try (var plan = adapters.plan(List.of(adapter), set, limits)) {
            plan.apply();
            this.settings = new LinkSettings(plan.adapters(), set);
        }
    }

    public LinkedTool link(Action action, List<Input> inputs) {
        return new ActionLinker(ScriptLinker.none()).link(inputs, action, Optional.empty(), settings);
    }

    /** What would be sent; empty when the call fails before. */
    public Optional<T> send(LinkedTool tool, Map<String, ?> arguments) {
        var bytes = JsonMapper.shared().writeValueAsString(arguments).getBytes(StandardCharsets.UTF_8);
        try (var scope = CallScope.open(deadlines, 20_000);
                var out = budget.open(LARGEST_RESULT);
                var call = new ToolCall(
                        new CallContext(CALLER, Client.NONE, scope),
                        new JsonSpan(bytes, 0, bytes.length),
                        new ResultWriter(out))) {
            tool.call(call);
        } catch (CallFailure refused) {
            // Nothing was recorded.
        }
        return records.takeLast();
    }

    @Override
    public void close() {
        adapters.close();
        deadlines.close();
    }
}
