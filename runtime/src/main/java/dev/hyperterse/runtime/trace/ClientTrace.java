package dev.hyperterse.runtime.trace;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Optional;

/** The trace of a client that a call becomes a part of. */
final class ClientTrace {
    private static final String PARENT = "traceparent";

    private static final TextMapGetter<String> ONLY_PARENT = (parent, key) -> PARENT.equals(key) ? parent : null;

    private ClientTrace() {}

    /** A trace of its own for a call whose client names none, or none that can be read. */
    static Context of(Optional<String> parent) {
        return parent.map(it -> W3CTraceContextPropagator.getInstance().extract(Context.root(), it, ONLY_PARENT))
                .orElseGet(Context::root);
    }
}
