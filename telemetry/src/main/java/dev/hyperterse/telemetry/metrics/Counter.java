package dev.hyperterse.telemetry.metrics;

import java.util.concurrent.atomic.LongAdder;

/** Only grows. */
public final class Counter {
    private final LongAdder value = new LongAdder();

    Counter() {}

    public void increment() {
        value.increment();
    }

    public void add(long amount) {
        value.add(amount);
    }

    public long value() {
        return value.sum();
    }
}
