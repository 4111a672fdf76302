package dev.hyperterse.calls.turn;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many calls use an adapter at once, on any of its connections: those before and after a change of its
 * settings share one limit. Fair: permits are granted in the order of requests.
 */
public final class Permits {
    private final ResizableSemaphore semaphore;
    private final QuestionSlots questions = new QuestionSlots(this::size);
    private volatile int size;

    public Permits(int size) {
        this.size = size;
        this.semaphore = new ResizableSemaphore(size);
    }

    /** Waits in the queue until the scope ends. */
    public void acquire(CallScope scope) {
        scope.check();
        if (semaphore.tryInLine()) {
            return;
        }
        try {
            // Without a timer, which would wake a thread of the JDK: the deadline of the scope interrupts.
            scope.await(() -> {
                semaphore.acquire();
                return true;
            });
        } catch (CallFailure ended) {
            throw QueueTimeout.inPlaceOf(ended);
        }
    }

    /** Waits in the queue until the scope ends, or for that long; then the position in the queue is lost. */
    public boolean acquire(CallScope scope, long nanos) {
        scope.check();
        if (semaphore.tryInLine()) {
            return true;
        }
        var longest = Math.clamp(scope.remainingNanos(), 0, nanos);
        try {
            var granted = scope.await(() -> semaphore.tryAcquire(longest, TimeUnit.NANOSECONDS));
            if (!granted && (scope.ended().isPresent() || scope.remainingNanos() <= 0)) {
                throw ended(scope);
            }
            return granted;
        } catch (CallFailure ended) {
            throw QueueTimeout.inPlaceOf(ended);
        }
    }

    private static CallFailure ended(CallScope scope) {
        return scope.failureBy(scope.ended().orElse(CallScope.End.DEADLINE));
    }

    /** Takes a permit if one is free and no call waits. */
    public boolean tryAcquire() {
        return semaphore.tryInLine();
    }

    public void release() {
        semaphore.release();
    }

    /** A smaller size takes effect as permits are released. */
    public synchronized void resize(int newSize) {
        if (newSize > size) {
            semaphore.release(newSize - size);
        } else {
            semaphore.shrink(size - newSize);
        }
        size = newSize;
    }

    private int size() {
        return size;
    }

    /** How many of the permits may be held while users are waited for. */
    public QuestionSlots questions() {
        return questions;
    }

    /** How many calls wait in the queue. */
    public int waiting() {
        return semaphore.getQueueLength();
    }

    public int available() {
        return semaphore.availablePermits();
    }

    private static final class ResizableSemaphore extends Semaphore {
        private static final long serialVersionUID = 1L;

        ResizableSemaphore(int permits) {
            super(permits, true);
        }

        /** Unlike {@code tryAcquire()}, does not overtake waiting threads. */
        boolean tryInLine() {
            return !hasQueuedThreads() && tryAcquire();
        }

        void shrink(int by) {
            reducePermits(by);
        }
    }
}
