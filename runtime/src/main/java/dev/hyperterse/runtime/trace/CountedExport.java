package dev.hyperterse.runtime.trace;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/** Counts which spans a collector took. */
final class CountedExport implements SpanExporter {
    private final SpanExporter exporter;
    private final Counter sent;
    private final Counter lost;

    CountedExport(SpanExporter exporter, MetricRegistry metrics) {
        this.exporter = exporter;
        this.sent = counter(metrics, "sent");
        this.lost = counter(metrics, "lost");
    }

    private static Counter counter(MetricRegistry metrics, String outcome) {
        return metrics.counter(
                "hyperterse_trace_spans_total",
                "Spans by whether the collector took them.",
                Labels.of("outcome", outcome));
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        var result = exporter.export(spans);
        result.whenComplete(() -> (result.isSuccess() ? sent : lost).add(spans.size()));
        return result;
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
