package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.stream.IntStream;

/** Durations in seconds. */
public final class Histogram {
    /** Powers of two, from 64 us to 67 s: these fit both a lookup by key and a report. */
    static final List<Double> BOUNDS = IntStream.rangeClosed(16, 36)
            .mapToObj(exponent -> (1L << exponent) / 1e9)
            .toList();

    private final DoubleHistogram histogram;
    private final Attributes labels;

    Histogram(DoubleHistogram histogram, Labels labels) {
        this.histogram = histogram;
        this.labels = labels.attributes();
    }

    public void record(long nanos) {
        record(nanos, Context.root());
    }

    /** The same of a span that is recorded, which becomes the exemplar of its bucket. */
    public void record(long nanos, String traceId, String spanId) {
        var span = SpanContext.create(traceId, spanId, TraceFlags.getSampled(), TraceState.getDefault());
        record(nanos, Context.root().with(Span.wrap(span)));
    }

    private void record(long nanos, Context context) {
        histogram.record(nanos / 1e9, labels, context);
    }
}
