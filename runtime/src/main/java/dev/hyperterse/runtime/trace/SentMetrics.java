package dev.hyperterse.runtime.trace;

import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** The metrics of a replica, sent to one collector every ten seconds and once more at the end. */
final class SentMetrics implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final SdkMeterProvider provider;

    private SentMetrics(SdkMeterProvider provider) {
        this.provider = provider;
    }

    static SentMetrics open(Exporters exporters, Resource resource, MetricRegistry registry, long since) {
        var outcomes = Outcomes.of(
                registry,
                "hyperterse_metric_exports_total",
                "Times that the metrics were sent, by whether the collector took them.");
        var reader = PeriodicMetricReader.builder(new CountedMetrics(exporters.metrics(), outcomes))
                .setInterval(PAUSE)
                .build();
        return new SentMetrics(SdkMeterProvider.builder()
                .setResource(resource)
                .registerMetricProducer(new RegistryMetrics(registry, InstantSource.system(), since))
                .registerMetricReader(reader)
                .build());
    }

    @Override
    public void close() {
        provider.shutdown().join(Exporters.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
