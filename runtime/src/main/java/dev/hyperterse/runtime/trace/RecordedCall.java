package dev.hyperterse.runtime.trace;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.TracedRequest;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The span of one call, with a child span for each stage. A failed span has the stage of the failure, never its
 * message.
 */
final class RecordedCall implements CallTrace {
    static final String ERROR = "error.type";
    private static final String OUTCOME = "hyperterse.outcome";

    private final Tracer tracer;
    private final RequestSpans requests;
    private final Span call;
    private final Context within;
    /** The span of the running stage, or of the call; read by queries of scripts on other threads. */
    private volatile Span current;

    RecordedCall(Tracer tracer, Span call) {
        this.tracer = tracer;
        this.requests = new RequestSpans(tracer);
        this.call = call;
        this.within = Context.root().with(call);
        this.current = call;
    }

    @Override
    public boolean isRecorded() {
        return true;
    }

    @Override
    public Optional<SpanIdentity> span() {
        return Optional.of(identity(current));
    }

    static SpanIdentity identity(Span span) {
        var context = span.getSpanContext();
        return new SpanIdentity(context.getTraceId(), context.getSpanId(), context.isSampled());
    }

    @Override
    public <T> T request(TracedRequest request, Function<CallTrace, T> work) {
        return requests.within(current, request, work);
    }

    @Override
    public Ended stage(String name, Supplier<Ended> work) {
        var span = tracer.spanBuilder(name).setParent(within).startSpan();
        current = span;
        try {
            return work.get();
        } catch (CallFailure failure) {
            failed(span, failure.stage());
            throw failure;
        } catch (RuntimeException fault) {
            failed(span, Stage.INTERNAL);
            throw fault;
        } finally {
            current = call;
            span.end();
        }
    }

    @Override
    public void note(String name, String value) {
        call.setAttribute(name, value);
    }

    @Override
    public void end(Outcome outcome) {
        switch (outcome) {
            case Outcome.Failed(var stage) -> failed(call, stage);
            case Ended.COMPLETED -> {
                // A span without a status means success.
            }
            case Ended.INPUT_REQUIRED -> call.setAttribute(OUTCOME, outcome.spelling());
        }
        call.end();
    }

    static void failed(Span span, Stage stage) {
        span.setAttribute(ERROR, stage.spelling());
        span.setStatus(StatusCode.ERROR);
    }
}
