package dev.hyperterse.calls;

import dev.hyperterse.calls.Outcome.Ended;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The trace of one call, if it is sampled. */
public interface CallTrace {
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

    /** Whether the call is traced; asked before an attribute is computed. */
    boolean isRecorded();

    /** The current span: that of the call, or of its running stage. */
    default Optional<SpanIdentity> span() {
        return Optional.empty();
    }

    /**
     * Runs a request of a script, on any thread, within a span below the current one.
     *
     * @param work gets the trace of the request
     */
    default <T> T request(TracedRequest request, Function<CallTrace, T> work) {
        return work.apply(this);
    }

    /** Runs a stage within a span below that of the call. */
    Ended stage(String name, Supplier<Ended> work);

    /** Adds an attribute to the call; never an argument or a value of a database. */
    void note(String name, String value);

    /** The request got an HTTP response with that status. */
    default void responded(int status) {}

    void end(Outcome outcome);
}
