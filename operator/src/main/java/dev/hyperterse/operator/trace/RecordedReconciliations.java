package dev.hyperterse.operator.trace;

import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.otlp.Endpoint;
import dev.hyperterse.telemetry.otlp.SentSpans;
import dev.hyperterse.telemetry.otlp.Service;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/** All reconciliations of this process, each a trace of its own: they are few, and none is begun by a request. */
public final class RecordedReconciliations implements ReconcileTraces, AutoCloseable {
    private final SentSpans spans;
    private final Tracer tracer;

    private RecordedReconciliations(SentSpans spans) {
        this.spans = spans;
        this.tracer = spans.tracer();
    }

    /** @throws IllegalArgumentException when the endpoint is no address for such a protocol */
    public static RecordedReconciliations open(Endpoint endpoint, Service service, MetricRegistry metrics) {
        return new RecordedReconciliations(SentSpans.open(endpoint, service.resource(), metrics));
    }

    @Override
    public ReconcileTrace begin(ServerKey server) {
        var span = tracer.spanBuilder("reconcile")
                .setParent(Context.root())
                .setAttribute("k8s.namespace.name", server.namespace())
                .setAttribute("hyperterse.server", server.name())
                .startSpan();
        return new RecordedReconciliation(tracer, span);
    }

    /** Waits a moment for what is not sent yet. */
    @Override
    public void close() {
        spans.close();
    }
}
