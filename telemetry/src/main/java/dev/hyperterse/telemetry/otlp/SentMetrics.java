package dev.hyperterse.telemetry.otlp;

import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporter;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DelegatingMetricData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The metrics of a process, sent to one collector every ten seconds and once more at the end. */
public final class SentMetrics implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final SdkMeterProvider provider;
    private final Duration limit;

    private SentMetrics(SdkMeterProvider provider, Duration limit) {
        this.provider = provider;
        this.limit = limit;
    }

    /** @throws IllegalArgumentException when the endpoint is no address for such a protocol */
    public static SentMetrics open(Endpoint endpoint, Service service, MetricRegistry registry) {
        var outcomes = Outcomes.of(
                registry,
                "hyperterse_metric_exports_total",
                "Times that the metrics were sent, by whether the collector took them.");
        var reader = PeriodicMetricReader.builder(new CountedMetrics(exporter(endpoint), outcomes))
                .setInterval(PAUSE)
                .build();
        return new SentMetrics(
                SdkMeterProvider.builder()
                        .setResource(service.resource())
                        .registerMetricProducer(sender -> registry.collect().stream()
                                .map(metric -> of(sender, metric))
                                .toList())
                        .registerMetricReader(reader)
                        .build(),
                endpoint.limit());
    }

    /** The collector whose series they are is known after the first of them. */
    private static MetricData of(Resource sender, MetricData metric) {
        return new DelegatingMetricData(metric) {
            @Override
            public Resource getResource() {
                return sender;
            }
        };
    }

    /** It does not try again: the next reading has all that this one had. */
    private static MetricExporter exporter(Endpoint endpoint) {
        return switch (endpoint.protocol()) {
            case Grpc ->
                OtlpGrpcMetricExporter.builder()
                        .setEndpoint(endpoint.address())
                        .setTimeout(endpoint.limit())
                        .setRetryPolicy(null)
                        .build();
            case HttpProtobuf ->
                OtlpHttpMetricExporter.builder()
                        .setEndpoint(endpoint.path("metrics"))
                        .setTimeout(endpoint.limit())
                        .setRetryPolicy(null)
                        .build();
        };
    }

    @Override
    public void close() {
        provider.shutdown().join(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
