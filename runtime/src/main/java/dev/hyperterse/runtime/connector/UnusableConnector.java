package dev.hyperterse.runtime.connector;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.adapter.AdapterState;
import dev.hyperterse.runtime.adapter.Connector;
import dev.hyperterse.runtime.adapter.Unavailable;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.time.Duration;

/** An adapter whose settings cannot work. Its calls fail, its state says why, the other adapters do not notice. */
record UnusableConnector(String name, Dialect dialect, String why) implements Connector {
    @Override
    public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
        throw Unavailable.adapter(name);
    }

    @Override
    public AdapterState probe() {
        return state();
    }

    @Override
    public AdapterState state() {
        return AdapterState.down(name, why);
    }

    @Override
    public void retire(Duration drain) {}

    @Override
    public void close() {}
}
