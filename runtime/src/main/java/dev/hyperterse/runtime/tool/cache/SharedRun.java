package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One run of a statement for all identical calls at that time. One of them runs it, on its own thread and within its
 * own deadline; the others wait, each until its own deadline. When the running call ends early, because its client
 * disconnected or its deadline passed, a waiting call takes over.
 */
final class SharedRun {
    /** The outcome for a call that has waited. */
    sealed interface Outcome {
        /** This call takes over the run. */
        record TakeOver() implements Outcome {}

        record Finished(CachedResult result) implements Outcome {}

        record Failed(CallFailure failure) implements Outcome {}

        /** The result could not be cached, so each call runs the statement itself. */
        record NotCached() implements Outcome {}

        /** All calls had ended before this one joined. */
        record Abandoned() implements Outcome {}
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean led = true;
    private int waiting;
    /** The outcome for waiting calls; {@code TakeOver} while the run is under way. */
    private Outcome outcome = new Outcome.TakeOver();

    /**
     * Waits until the run has ended, or this call takes it over.
     *
     * @throws CallFailure when the scope of the waiting call ends first
     */
    Outcome await(CallScope scope) {
        scope.check();
        return scope.await(() -> {
            lock.lockInterruptibly();
            try {
                waiting++;
                while (isRunning() && led) {
                    changed.await();
                }
                led = true;
                return outcome;
            } finally {
                waiting--;
                lock.unlock();
            }
        });
    }

    /** Ends the run for all waiting calls. */
    void end(Outcome how) {
        lock.lock();
        try {
            outcome = how;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The running call ends early; false when no call was waiting, so that the run is abandoned. */
    boolean passOn() {
        lock.lock();
        try {
            led = false;
            if (waiting == 0) {
                outcome = new Outcome.Abandoned();
                return false;
            }
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Abandons the run if no call runs it or waits for it: the last waiting call may end while the run is passed on.
     */
    boolean isAbandoned() {
        lock.lock();
        try {
            if (isRunning() && !led && waiting == 0) {
                outcome = new Outcome.Abandoned();
            }
            return outcome instanceof Outcome.Abandoned;
        } finally {
            lock.unlock();
        }
    }

    int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    private boolean isRunning() {
        return outcome instanceof Outcome.TakeOver;
    }
}
