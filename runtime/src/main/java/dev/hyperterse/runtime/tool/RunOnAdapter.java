package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.adapter.LiveAdapter;
import dev.hyperterse.runtime.adapter.Unavailable;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.util.Optional;

/**
 * Runs the operation of a call on its adapter, and writes its rows.
 *
 * @param adapter empty when the server has none of that name that understands the operation
 */
record RunOnAdapter(String name, Optional<LiveAdapter<BoundStatement>> adapter) implements Step {
    @Override
    public void take(ToolCall call) {
        var present = adapter.orElseThrow(() -> Unavailable.adapter(name));
        var out = call.result().beginRows();
        call.result().endRows(present.run(call.operation(), call.context().scope(), out));
    }
}
