package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.CallTrace;
import java.util.Optional;
import java.util.function.Supplier;

/** Begins the trace of each call that is traced. */
public interface CallTraces {
    CallTraces NONE = new CallTraces() {
        @Override
        public boolean areRecorded() {
            return false;
        }

        @Override
        public CallTrace begin(Optional<String> parent, Supplier<Started> call) {
            return CallTrace.NONE;
        }
    };

    boolean areRecorded();

    /**
     * @param parent the trace that the client makes this call a part of: a {@code traceparent} of W3C
     * @param call evaluated only where this call is sampled
     */
    CallTrace begin(Optional<String> parent, Supplier<Started> call);

    /**
     * A call that begins.
     *
     * @param method of MCP
     * @param name of the tool, prompt or resource, as its author wrote it; empty if the caller may use none
     * @param id of the request, as JSON
     * @param session its id, if it has one
     */
    record Started(String method, Optional<String> name, String id, Optional<String> session) {}
}
