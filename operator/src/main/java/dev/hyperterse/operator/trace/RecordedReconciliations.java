package dev.hyperterse.operator.trace;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.otlp.Endpoint;
import dev.hyperterse.telemetry.otlp.SentSpans;
import dev.hyperterse.telemetry.otlp.Service;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.function.Supplier;

/** Makes a trace of each reconciliation of this process: they are few, and no request begins one. */
public final class RecordedReconciliations implements AutoCloseable {
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

    public ReconcileTrace begin(ServerKey server) {
        var span = tracer.spanBuilder("reconcile")
                .setParent(Context.root())
                .setAttribute("k8s.namespace.name", server.namespace())
                .setAttribute("hyperterse.server", server.name())
                .startSpan();
        return new Recorded(tracer, span);
    }

    /** Waits a moment for what is not sent yet. */
    @Override
    public void close() {
        spans.close();
    }

    /**
     * One span for the reconciliation and one below it for each stage. A failure is recorded by its type, without its
     * message.
     */
    private record Recorded(Tracer tracer, Span reconciliation) implements ReconcileTrace {
        @Override
        public <T> T stage(ReconcileStage stage, Supplier<T> work) {
            var span = tracer.spanBuilder(stage.spelling())
                    .setParent(Context.root().with(reconciliation))
                    .startSpan();
            try {
                return work.get();
            } catch (RuntimeException | Error failed) {
                mark(span, failed);
                throw failed;
            } finally {
                span.end();
            }
        }

        @Override
        public void published(String revision, int served) {
            reconciliation.setAttribute("hyperterse.revision", revision);
            reconciliation.setAttribute("hyperterse.definitions", served);
        }

        @Override
        public void ended(String outcome) {
            reconciliation.setAttribute("hyperterse.outcome", outcome);
            reconciliation.end();
        }

        @Override
        public void failed(Throwable cause) {
            mark(reconciliation, cause);
            ended("Failed");
        }

        private static void mark(Span span, Throwable cause) {
            span.setAttribute("error.type", cause.getClass().getName());
            span.setStatus(StatusCode.ERROR);
        }
    }
}
