package dev.hyperterse.engines;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.time.Duration;
import java.util.function.Supplier;

/** An adapter whose settings cannot work. Its calls fail, its state has the reason; other adapters are not affected. */
public record UnusableConnector<O>(String name, String why) implements Connector<O> {
    /** The connector that the settings open, or this one if the settings are unusable. */
    public static <O> Connector<O> unless(String name, Supplier<Connector<O>> opened) {
        try {
            return opened.get();
        } catch (UnusableSettings unusable) {
            return new UnusableConnector<>(name, unusable.getMessage());
        }
    }

    @Override
    public int run(O operation, CallScope scope, ResultBuffer out) {
        throw UnavailableFailures.adapter(name);
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
