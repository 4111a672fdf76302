package dev.hyperterse.runtime.trace;

import dev.hyperterse.runtime.call.CallTrace;
import dev.hyperterse.runtime.call.Outcome;
import dev.hyperterse.runtime.call.Outcome.Ended;
import dev.hyperterse.runtime.call.SpanIdentity;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The trace of calls that a script makes within a recorded call. They have no spans of their own, because there can be
 * many.
 */
record NestedCallTrace(CallTrace call) implements CallTrace {
    @Override
    public boolean isRecorded() {
        return false;
    }

    @Override
    public Optional<SpanIdentity> span() {
        return call.span();
    }

    @Override
    public Ended stage(String name, Supplier<Ended> work) {
        return work.get();
    }

    @Override
    public void note(String name, String value) {
        // The span belongs to the script's call, which has attributes of its own.
    }

    @Override
    public void end(Outcome outcome) {
        // The span ends with the script's call.
    }
}
