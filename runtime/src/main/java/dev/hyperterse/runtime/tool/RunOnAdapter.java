package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.adapter.Binder;
import dev.hyperterse.runtime.adapter.LiveAdapter;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.RowRules;

/**
 * Makes the values of a call an operation, runs that on its adapter and writes the rows. One step, because an operation has
 * the type of its engine and leaves it nowhere else.
 */
record RunOnAdapter<O>(Binder<O> binder, LiveAdapter<O> adapter, RowRules rows) implements Step {
    @Override
    public void take(ToolCall call) {
        call.result().endRows(run(call, call.result().beginRows(rows)));
    }

    /** @return the number of rows written */
    int run(ToolCall call, ResultBuffer out) {
        var operation = binder.bind(call.inputs(), call.context().principal(), call.memory());
        return adapter.run(binder, operation, call.context().scope(), out);
    }
}
