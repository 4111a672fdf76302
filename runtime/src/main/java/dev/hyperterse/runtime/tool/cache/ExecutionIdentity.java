package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.result.ResultRules;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a tool that its results depend on, without the values of a call. Equal across catalogs with the same
 * definition.
 */
final class ExecutionIdentity {
    private final Parts parts;
    private final int hash;

    private ExecutionIdentity(Parts parts) {
        this.parts = parts;
        this.hash = parts.hashCode();
    }

    static ExecutionIdentity of(ToolLeaf tool) {
        return new ExecutionIdentity(
                new Parts(tool.identity().uid(), tool.action(), tool.inputs().named(), tool.result()));
    }

    private record Parts(String uid, Action action, List<Input> inputs, Optional<ResultRules> result) {}

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof ExecutionIdentity that && hash == that.hash && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
