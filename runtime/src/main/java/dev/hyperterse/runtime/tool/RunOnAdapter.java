package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.adapter.AdapterAddress;
import dev.hyperterse.runtime.adapter.Adapters;
import dev.hyperterse.runtime.adapter.Unavailable;
import java.util.Optional;

/**
 * Runs the operation of a call on its adapter, and writes its rows.
 *
 * @param address where the adapter led when the tool was linked; empty when the server has no adapter of that name
 */
record RunOnAdapter(Adapters adapters, String adapter, Optional<AdapterAddress> address, Dialect dialect)
        implements Step {
    @Override
    public void take(ToolCall call) {
        var present = adapters.find(adapter)
                .filter(known -> address.isPresent())
                .orElseThrow(() -> Unavailable.adapter(adapter));
        var out = call.result().beginRows();
        call.result()
                .endRows(present.run(
                        address.get(), call.operation(), dialect, call.context().scope(), out));
    }
}
