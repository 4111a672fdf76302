package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One run of a statement for all identical calls at that time. One of them runs it, on its own thread and within its
 * own deadline; the others wait, each until its own deadline. When the running call ends early, because its client
 * disconnected or its deadline passed, one of those that waited begins another run.
 */
final class SharedRun {
    /** The outcome for a call that has waited. */
    sealed interface Outcome {
        record Finished(CachedResult result) implements Outcome {}

        record Failed(CallFailure failure) implements Outcome {}

        /** The result could not be cached, so each call runs the statement itself. */
        record NotCached() implements Outcome {}

        /** The call that ran the statement has ended without a result for others. */
        record Left() implements Outcome {}
    }

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile Outcome outcome = new Outcome.Left();

    /**
     * Waits until the run has ended.
     *
     * @throws CallFailure when the scope of the waiting call ends first
     */
    Outcome await(CallScope scope) {
        scope.check();
        waiting.incrementAndGet();
        try {
            return scope.await(() -> {
                ended.await();
                return outcome;
            });
        } finally {
            waiting.decrementAndGet();
        }
    }

    /** Ends the run for all waiting calls. */
    void end(Outcome how) {
        outcome = how;
        ended.countDown();
    }

    int waiting() {
        return waiting.get();
    }
}
