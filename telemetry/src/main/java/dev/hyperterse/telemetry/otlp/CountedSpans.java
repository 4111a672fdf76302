package dev.hyperterse.telemetry.otlp;

import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/** Counts which spans a collector took. */
final class CountedSpans implements SpanExporter {
    static final String SPANS = "hyperterse_trace_spans_total";
    static final String HELP = "Spans: made for the collector, taken by it, or not taken.";

    private final SpanExporter exporter;
    private final Outcomes outcomes;

    CountedSpans(SpanExporter exporter, MetricRegistry metrics) {
        this.exporter = exporter;
        this.outcomes = Outcomes.of(metrics, SPANS, HELP);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        return outcomes.count(exporter.export(spans), spans.size());
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
