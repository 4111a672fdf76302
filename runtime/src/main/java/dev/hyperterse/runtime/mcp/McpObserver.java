package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.Outcome;
import dev.hyperterse.runtime.call.SpanIdentity;
import java.util.Optional;

/** Receives the events that metrics are made of. Called on the thread of the request; must be quick and must not fail. */
public interface McpObserver {
    /** A request was answered; {@code method} is one that this server knows, or {@code other}. */
    void answered(String method, boolean failed, long nanos);

    /**
     * A tool, prompt or resource ran.
     *
     * @param span that it is recorded as, where it is
     */
    void ran(Outcome outcome, long nanos, Optional<SpanIdentity> span);

    /** An internal error; the client gets no details. */
    void broke(String method, RuntimeException fault);
}
