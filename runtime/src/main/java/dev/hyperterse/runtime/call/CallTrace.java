package dev.hyperterse.runtime.call;

import java.util.Optional;

/** What is recorded of one call, where its server has calls traced and this one is among them. */
public interface CallTrace {
    /** Of a call that is not traced. */
    CallTrace NONE = new CallTrace() {
        @Override
        public boolean isRecorded() {
            return false;
        }

        @Override
        public void stage(String name, Runnable work) {
            work.run();
        }

        @Override
        public void note(String name, String value) {}

        @Override
        public void end(Optional<Stage> failedAt) {}
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
    void stage(String name, Runnable work);

    /** Something about the call; never an argument or a value of a database. */
    void note(String name, String value);

    /** The call has ended; empty when it completed. */
    void end(Optional<Stage> failedAt);
}
