package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.context.Context;

/** Only grows. */
public final class Counter {
    private final LongCounter counter;
    private final Attributes labels;

    Counter(LongCounter counter, Labels labels) {
        this.counter = counter;
        this.labels = labels.attributes();
    }

    public void increment() {
        add(1);
    }

    public void add(long amount) {
        counter.add(amount, labels, Context.root());
    }
}
