package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.CallTrace;
import java.util.Optional;

/** Begins the trace of each call that is traced. */
public interface CallTraces {
    /** Where no call is. */
    CallTraces NONE = new CallTraces() {
        @Override
        public boolean areRecorded() {
            return false;
        }

        @Override
        public CallTrace begin(Started call) {
            return CallTrace.NONE;
        }
    };

    /** Whether any call is traced. */
    boolean areRecorded();

    CallTrace begin(Started call);

    /**
     * A call that begins.
     *
     * @param method of MCP
     * @param name of the tool or the resource, as its author gave it
     * @param id of the request, as JSON
     * @param session its id, when it has one
     * @param parent the trace that the client makes this call a part of: a {@code traceparent} of W3C
     */
    record Started(String method, String name, String id, Optional<String> session, Optional<String> parent) {}
}
