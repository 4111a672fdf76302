package dev.hyperterse.operator.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.function.Supplier;

/** The span of one reconciliation, and of each of its stages one below it. Of a failure its type is recorded, never its message. */
record RecordedReconciliation(Tracer tracer, Span round) implements ReconcileTrace {
    @Override
    public <T> T stage(Stage stage, Supplier<T> work) {
        var span = tracer.spanBuilder(stage.spelling())
                .setParent(Context.root().with(round))
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
        round.setAttribute("hyperterse.revision", revision);
        round.setAttribute("hyperterse.definitions", served);
    }

    @Override
    public void ended(String outcome) {
        round.setAttribute("hyperterse.outcome", outcome);
        round.end();
    }

    @Override
    public void failed(Throwable cause) {
        mark(round, cause);
        ended("Failed");
    }

    private static void mark(Span span, Throwable cause) {
        span.setAttribute("error.type", cause.getClass().getName());
        span.setStatus(StatusCode.ERROR);
    }
}
