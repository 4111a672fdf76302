package dev.hyperterse.runtime.trace;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Optional;

/** Reads the trace context of a client, which becomes the parent of the call's span. */
final class ClientTrace {
    private static final String PARENT = "traceparent";

    private static final TextMapGetter<String> ONLY_PARENT = (parent, key) -> PARENT.equals(key) ? parent : null;

    private ClientTrace() {}

    /** A call without a valid {@code traceparent} begins a trace of its own. */
    static Context of(Optional<String> parent) {
        return parent.map(it -> W3CTraceContextPropagator.getInstance().extract(Context.root(), it, ONLY_PARENT))
                .orElseGet(Context::root);
    }
}
