package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One run of a statement for all calls that want its result meanwhile. One of them runs it, on its own thread and
 * within its own time; the others wait, each until its own deadline. When the running call leaves, because its client
 * disconnected or its time is over, a waiting call takes its place.
 */
final class SharedRun {
    /** How it stands, or ended, for a call that has waited. */
    sealed interface Outcome {
        /** This call runs it now. */
        record Yours() implements Outcome {}

        record Finished(CachedResult result) implements Outcome {}

        record Failed(CallFailure failure) implements Outcome {}

        /** The result could not be kept, so each call runs the statement itself. */
        record NotKept() implements Outcome {}

        /** All calls had left before this one came. */
        record Abandoned() implements Outcome {}
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean led = true;
    private int waiting;
    /** The end of a wait: the shared result, or the turn to run the statement. */
    private Outcome outcome = new Outcome.Yours();

    /**
     * Waits until it has ended, or is this call's to run.
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

    /** For all that wait. */
    void end(Outcome how) {
        lock.lock();
        try {
            outcome = how;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The call that runs it leaves; false when no other call was waiting, and it has ended. */
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

    /** Ends it when no call runs it or waits for it: the last one that waited may leave while it is passed on. */
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
        return outcome instanceof Outcome.Yours;
    }
}
