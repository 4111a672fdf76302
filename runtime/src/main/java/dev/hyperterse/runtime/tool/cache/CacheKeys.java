package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.LiveAdapter.Connections;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Creates the cache keys of one tool's calls from the values that its statement names: validated inputs, variables of
 * the environment, and parts of the caller's identity. Callers share results unless the statement names their identity.
 */
public final class CacheKeys {
    private final ExecutionIdentity execution;
    private final ValueSource[] sources;

    /** @param inputs of the tool, and the values of a cursor behind them */
    public CacheKeys(ToolLeaf tool, List<Input> inputs, ValueSet values) {
        var finder = new ValueSource.Finder(inputs, values, UnaryOperator.identity());
        this.execution = ExecutionIdentity.of(tool);
        this.sources = tool.action().references().distinct().map(finder::of).toArray(ValueSource[]::new);
    }

    /**
     * @param out the buffer for the rows
     * @throws dev.hyperterse.calls.CallFailure if a value that the statement requires is missing
     */
    public CacheKey key(Object[] inputs, Principal principal, Connections connections, ResultBuffer out) {
        var values = new Object[sources.length];
        for (var index = 0; index < values.length; index++) {
            values[index] = sources[index].value(inputs, principal);
        }
        return new CacheKey(execution, connections, out.form(), out.maxSize(), out.rowLimit(), values);
    }
}
