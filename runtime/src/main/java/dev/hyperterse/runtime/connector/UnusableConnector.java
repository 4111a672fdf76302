package dev.hyperterse.runtime.connector;

import dev.hyperterse.runtime.adapter.AdapterState;
import dev.hyperterse.runtime.adapter.Connector;
import dev.hyperterse.runtime.adapter.UnavailableFailures;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.memory.ResultBuffer;
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
