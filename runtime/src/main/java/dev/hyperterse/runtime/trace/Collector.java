package dev.hyperterse.runtime.trace;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.TraceExport.Signal;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.otlp.SentMetrics;
import java.time.Duration;
import java.util.Optional;

/** One OpenTelemetry collector: its settings, and the exports to it. */
record Collector(
        TraceExport settings, RecordedCalls calls, Optional<SentMetrics> metrics, Optional<SentRecords> records)
        implements AutoCloseable {
    /**
     * Begins to export.
     *
     * @param limit how long it may take to answer
     * @throws IllegalArgumentException if the endpoint is not a valid address for the protocol
     */
    static Collector open(TraceExport settings, ServerSettings server, Duration limit, MetricRegistry registry) {
        var exporters = new Exporters(settings, limit);
        var service = RecordedCalls.service(server);
        var resource = service.resource();
        return new Collector(
                settings,
                RecordedCalls.open(exporters.endpoint(), settings.samplingRatio(), resource, registry),
                gets(settings, Signal.Metrics)
                        ? Optional.of(SentMetrics.open(exporters.endpoint(), service, registry))
                        : Optional.empty(),
                gets(settings, Signal.Audit)
                        ? Optional.of(SentRecords.open(exporters, resource, registry))
                        : Optional.empty());
    }

    private static boolean gets(TraceExport settings, Signal signal) {
        return settings.signals().contains(signal);
    }

    /** Exports pending data; blocks for a bounded time. */
    @Override
    public void close() {
        calls.close();
        records.ifPresent(SentRecords::close);
        metrics.ifPresent(SentMetrics::close);
    }
}
