package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.SpanIdentity;
import java.util.Optional;

/** Receives the events that metrics count. Called on the thread of the request; must not block or fail. */
public interface McpObserver {
    /** A request was answered; {@code method} is a method that this server supports, or {@code other}. */
    void answered(String method, boolean failed, long nanos);

    /**
     * A tool, prompt or resource ran.
     *
     * @param span of the call, if its trace is recorded
     */
    void ran(Outcome outcome, long nanos, Optional<SpanIdentity> span);

    /** A tool that the caller may use ran, called by a client, a script or a program. */
    void ranTool(String tool, Outcome outcome, long nanos);

    /** An internal error; the client gets no details. */
    void internalError(String method, RuntimeException fault);
}
