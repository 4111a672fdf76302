package dev.hyperterse.runtime.adapter;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many calls use an adapter at once, on any of its connections: the ones before and the ones after a
 * change of its settings draw from the same count. First come, first served.
 */
public final class Permits {
    private final ResizableSemaphore semaphore;
    private int size;

    public Permits(int size) {
        this.size = size;
        this.semaphore = new ResizableSemaphore(size);
    }

    /** Waits in line until the scope ends. */
    public void acquire(CallScope scope) {
        scope.check();
        if (semaphore.tryInLine()) {
            return;
        }
        // Without a timer of its own, which wakes a thread of the JDK: the deadline of the scope interrupts.
        scope.await(() -> {
            semaphore.acquire();
            return true;
        });
    }

    /** Waits in line until the scope ends, or for so long; then the place in the line is lost. */
    public boolean acquire(CallScope scope, long nanos) {
        scope.check();
        if (semaphore.tryInLine()) {
            return true;
        }
        var longest = Math.clamp(scope.remainingNanos(), 0, nanos);
        var granted = scope.await(() -> semaphore.tryAcquire(longest, TimeUnit.NANOSECONDS));
        if (!granted && (scope.ended().isPresent() || scope.remainingNanos() <= 0)) {
            throw ended(scope);
        }
        return granted;
    }

    private static CallFailure ended(CallScope scope) {
        return CallScope.failure(scope.ended().orElse(CallScope.End.DEADLINE));
    }

    /** Takes a permit that no call waits for, if there is one. */
    public boolean tryAcquire() {
        return semaphore.tryInLine();
    }

    public void release() {
        semaphore.release();
    }

    /** Takes effect as permits come back, when there are fewer of them. */
    public synchronized void resize(int newSize) {
        if (newSize > size) {
            semaphore.release(newSize - size);
        } else {
            semaphore.shrink(size - newSize);
        }
        size = newSize;
    }

    /** How many wait in line. */
    int waiting() {
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

        /** Unlike {@code tryAcquire()}, which overtakes waiting threads. */
        boolean tryInLine() {
            return !hasQueuedThreads() && tryAcquire();
        }

        void shrink(int by) {
            reducePermits(by);
        }
    }
}
