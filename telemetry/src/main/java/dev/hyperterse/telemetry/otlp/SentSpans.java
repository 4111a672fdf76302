package dev.hyperterse.telemetry.otlp;

import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The spans of a process, sent to one collector. They wait in a queue of 2,048; those beyond it are dropped, which the count of those made shows. */
public final class SentSpans implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final SdkTracerProvider provider;
    private final Duration limit;

    private SentSpans(SdkTracerProvider provider, Duration limit) {
        this.provider = provider;
        this.limit = limit;
    }

    /** @throws IllegalArgumentException when the endpoint is no address for such a protocol */
    public static SentSpans open(Endpoint endpoint, Resource sender, MetricRegistry metrics) {
        var spans = BatchSpanProcessor.builder(new CountedSpans(exporter(endpoint), metrics))
                .setScheduleDelay(PAUSE)
                .setExporterTimeout(endpoint.limit())
                .build();
        return new SentSpans(
                SdkTracerProvider.builder()
                        .setResource(sender)
                        // The maker of the span has decided already.
                        .setSampler(Sampler.alwaysOn())
                        .addSpanProcessor(MadeSpans.of(metrics))
                        .addSpanProcessor(spans)
                        .build(),
                endpoint.limit());
    }

    /** It does not try again: whether and when that ends would be known late, or not before the queue is full. */
    private static SpanExporter exporter(Endpoint endpoint) {
        return switch (endpoint.protocol()) {
            case Grpc ->
                OtlpGrpcSpanExporter.builder()
                        .setEndpoint(endpoint.address())
                        .setTimeout(endpoint.limit())
                        .setRetryPolicy(null)
                        .build();
            case HttpProtobuf ->
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(endpoint.path("traces"))
                        .setTimeout(endpoint.limit())
                        .setRetryPolicy(null)
                        .build();
        };
    }

    public Tracer tracer() {
        return provider.get("hyperterse");
    }

    /** Waits a moment for what is not sent yet. */
    @Override
    public void close() {
        provider.shutdown().join(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
