package dev.hyperterse.runtime.trace;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.runtime.call.CallTrace;
import dev.hyperterse.runtime.mcp.CallTraces.Started;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** The calls that are recorded for one collector. Spans wait in a queue of 2,048; those beyond it are dropped, which the count of those made shows. */
final class RecordedCalls implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String INSTANCE = UUID.randomUUID().toString();

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    private RecordedCalls(SdkTracerProvider provider) {
        this.provider = provider;
        this.tracer = provider.get("hyperterse");
    }

    /** @throws IllegalArgumentException when the endpoint is no address for such a protocol */
    static RecordedCalls open(Exporters exporters, double samplingRatio, Resource resource, MetricRegistry metrics) {
        var spans = BatchSpanProcessor.builder(new CountedExport(exporters.spans(), metrics))
                .setScheduleDelay(PAUSE)
                .setExporterTimeout(Exporters.LIMIT)
                .build();
        return new RecordedCalls(SdkTracerProvider.builder()
                .setResource(resource)
                // A client that is traced wants its calls in its trace; one that decided against it does not.
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(samplingRatio)))
                .addSpanProcessor(MadeSpans.of(metrics))
                .addSpanProcessor(spans)
                .build());
    }

    /** Who sends. */
    static Resource resource(ServerSettings server) {
        return Resource.getDefault()
                .merge(Resource.create(Attributes.builder()
                        .put("service.name", server.identity().name())
                        .put("service.namespace", server.identity().namespace())
                        .put("service.version", server.info().version())
                        .put("service.instance.id", INSTANCE)
                        .build()));
    }

    CallTrace begin(Started call) {
        var span = tracer.spanBuilder(call.method() + " " + call.name())
                .setSpanKind(SpanKind.SERVER)
                .setParent(ClientTrace.of(call.parent()))
                .startSpan();
        if (!span.isRecording()) {
            return CallTrace.NONE;
        }
        CallAttributes.put(span, call);
        return new RecordedCall(tracer, span);
    }

    @Override
    public void close() {
        provider.shutdown().join(Exporters.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
