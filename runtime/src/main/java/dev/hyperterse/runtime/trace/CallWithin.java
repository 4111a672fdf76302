package dev.hyperterse.runtime.trace;

import dev.hyperterse.runtime.call.CallTrace;
import dev.hyperterse.runtime.call.Outcome;
import dev.hyperterse.runtime.call.Outcome.Ended;
import dev.hyperterse.runtime.call.SpanIdentity;
import java.util.Optional;
import java.util.function.Supplier;

/** What a script does during a call that is recorded. There can be much of that, so it has no spans. */
record CallWithin(CallTrace call) implements CallTrace {
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
        // It is of the script's call, which has notes of its own.
    }

    @Override
    public void end(Outcome outcome) {
        // The script ends as it likes.
    }
}
