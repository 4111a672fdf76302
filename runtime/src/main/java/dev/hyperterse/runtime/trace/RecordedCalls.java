package dev.hyperterse.runtime.trace;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.runtime.mcp.call.CallTraces.Started;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.otlp.Endpoint;
import dev.hyperterse.telemetry.otlp.SentSpans;
import dev.hyperterse.telemetry.otlp.Service;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Records the traces of calls for one collector. */
final class RecordedCalls implements AutoCloseable {
    private static final String INSTANCE = UUID.randomUUID().toString();

    private final SentSpans spans;
    private final Tracer tracer;
    private final double samplingRatio;
    private final SampledByClients sampledByClients = new SampledByClients(System::nanoTime);

    private RecordedCalls(SentSpans spans, double samplingRatio) {
        this.spans = spans;
        this.tracer = spans.tracer();
        this.samplingRatio = samplingRatio;
    }

    /** @throws IllegalArgumentException if the endpoint is not a valid address for the protocol */
    static RecordedCalls open(Endpoint endpoint, double samplingRatio, Resource resource, MetricRegistry metrics) {
        return new RecordedCalls(SentSpans.open(endpoint, resource, metrics), samplingRatio);
    }

    /** The service attributes of this replica. */
    static Service service(ServerSettings server) {
        return new Service(
                server.identity().name(),
                server.identity().namespace(),
                Optional.of(server.info().version()),
                INSTANCE);
    }

    CallTrace begin(Optional<String> parent, Supplier<Started> started) {
        var client = ClientTrace.of(parent);
        if (!isWanted(Span.fromContext(client).getSpanContext())) {
            return CallTrace.NONE;
        }
        var call = started.get();
        var span = tracer.spanBuilder(
                        call.name().map(name -> call.method() + " " + name).orElseGet(call::method))
                .setSpanKind(SpanKind.SERVER)
                .setParent(client)
                .startSpan();
        CallAttributes.put(span, call);
        return new RecordedCall(tracer, span);
    }

    /**
     * The sampling decision, made before anything is recorded, because most calls may not be sampled. The decision of a
     * client's trace is followed, within the limit for such calls.
     */
    private boolean isWanted(SpanContext client) {
        if (client.isValid() && !client.isSampled()) {
            return false;
        }
        return client.isValid() && sampledByClients.take()
                || ThreadLocalRandom.current().nextDouble() < samplingRatio;
    }

    @Override
    public void close() {
        spans.close();
    }
}
