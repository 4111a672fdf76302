package dev.hyperterse.runtime.trace;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.TracedRequest;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The spans of the requests that the scripts of one call make. Limited, because all spans of a replica share a queue,
 * and a script can make any number of requests; further ones are part of the span around them.
 */
final class RequestSpans {
    static final int MOST = 100;

    private final Tracer tracer;
    private final AtomicInteger made = new AtomicInteger();

    RequestSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Runs a request in a span below the parent. */
    <T> T within(Span parent, TracedRequest request, Function<CallTrace, T> work) {
        if (made.getAndUpdate(it -> Math.min(MOST, it + 1)) == MOST) {
            return work.apply(NestedCallTrace.partOf(this, parent));
        }
        var builder = tracer.spanBuilder(request.name())
                .setParent(Context.root().with(parent))
                .setSpanKind(kind(request.kind()));
        request.attributes().forEach((name, value) -> {
            switch (value) {
                case Integer number -> builder.setAttribute(name, number);
                default -> builder.setAttribute(name, value.toString());
            }
        });
        var span = builder.startSpan();
        try {
            return work.apply(NestedCallTrace.of(this, span));
        } catch (CallFailure failure) {
            RecordedCall.failed(span, failure.stage());
            throw failure;
        } catch (RuntimeException | Error fault) {
            RecordedCall.failed(span, Stage.INTERNAL);
            throw fault;
        } finally {
            span.end();
        }
    }

    private static SpanKind kind(TracedRequest.Kind kind) {
        return switch (kind) {
            case CLIENT -> SpanKind.CLIENT;
            case INTERNAL -> SpanKind.INTERNAL;
        };
    }
}
