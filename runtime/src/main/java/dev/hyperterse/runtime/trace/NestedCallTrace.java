package dev.hyperterse.runtime.trace;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.calls.TracedRequest;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The trace of a request that a script makes within a recorded call. Its stages have no spans of their own, because
 * there can be many.
 */
final class NestedCallTrace implements CallTrace {
    private static final int FIRST_ERROR = 400;

    private final RequestSpans requests;
    private final Span span;
    private final boolean isOfRequest;

    private NestedCallTrace(RequestSpans requests, Span span, boolean isOfRequest) {
        this.requests = requests;
        this.span = span;
        this.isOfRequest = isOfRequest;
    }

    static NestedCallTrace of(RequestSpans requests, Span span) {
        return new NestedCallTrace(requests, span, true);
    }

    /** The trace of a request that is part of another span. */
    static NestedCallTrace partOf(RequestSpans requests, Span around) {
        return new NestedCallTrace(requests, around, false);
    }

    @Override
    public boolean isRecorded() {
        return isOfRequest;
    }

    @Override
    public Optional<SpanIdentity> span() {
        return Optional.of(RecordedCall.identity(span));
    }

    @Override
    public <T> T request(TracedRequest request, Function<CallTrace, T> work) {
        return requests.within(span, request, work);
    }

    @Override
    public Ended stage(String name, Supplier<Ended> work) {
        return work.get();
    }

    @Override
    public void note(String name, String value) {
        if (isOfRequest) {
            span.setAttribute(name, value);
        }
    }

    @Override
    public void responded(int status) {
        if (isOfRequest) {
            span.setAttribute("http.response.status_code", status);
            if (status >= FIRST_ERROR) {
                span.setAttribute(RecordedCall.ERROR, Integer.toString(status));
                span.setStatus(StatusCode.ERROR);
            }
        }
    }

    @Override
    public void end(Outcome outcome) {
        // The span ends with the request.
    }
}
