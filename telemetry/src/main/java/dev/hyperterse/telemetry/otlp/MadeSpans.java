package dev.hyperterse.telemetry.otlp;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;

/** Counts spans as they end: what the collector neither took nor refused waits, or was dropped by a queue that was full. */
record MadeSpans(Counter made) implements SpanProcessor {
    static MadeSpans of(MetricRegistry metrics) {
        return new MadeSpans(metrics.counter(CountedSpans.SPANS, CountedSpans.HELP, Labels.of("outcome", "made")));
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        if (span.getSpanContext().isSampled()) {
            made.increment();
        }
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }
}
