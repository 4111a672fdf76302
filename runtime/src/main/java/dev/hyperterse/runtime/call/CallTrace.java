package dev.hyperterse.runtime.call;

import dev.hyperterse.runtime.call.Outcome.Ended;
import java.util.Optional;
import java.util.function.Supplier;

/** The trace of one call, if it is sampled. */
public interface CallTrace {
    /** Of a call that is not traced. */
    CallTrace NONE = new CallTrace() {
        @Override
        public boolean isRecorded() {
            return false;
        }

        @Override
        public Ended stage(String name, Supplier<Ended> work) {
            return work.get();
        }

        @Override
        public void note(String name, String value) {}

        @Override
        public void end(Outcome outcome) {}
    };

    /** Whether anything is; a stage asks before it makes something that only the trace is for. */
    boolean isRecorded();

    /** What is recorded now: the call, or the stage of it that runs. */
    default Optional<SpanIdentity> span() {
        return Optional.empty();
    }

    /** Of a call that a script makes on its way: it is in the trace, and nothing of its own is recorded. */
    default CallTrace within() {
        return this;
    }

    /** Does the work of a stage as a part of the call. */
    Ended stage(String name, Supplier<Ended> work);

    /** Something about the call; never an argument or a value of a database. */
    void note(String name, String value);

    /** The call has ended. */
    void end(Outcome outcome);
}
