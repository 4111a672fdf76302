package dev.hyperterse.runtime.adapter;

import dev.hyperterse.runtime.call.CallScope;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many calls may use an adapter at once, whichever connections serve them: the ones before and the ones after a
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
        if (!acquire(scope, Long.MAX_VALUE)) {
            throw CallScope.failure(CallScope.End.DEADLINE);
        }
    }

    /** Waits in line until the scope ends, or for so long; then the place in the line is lost. */
    public boolean acquire(CallScope scope, long nanos) {
        scope.check();
        if (semaphore.tryInLine()) {
            return true;
        }
        var thread = Thread.currentThread();
        CallScope.Listener wake = end -> thread.interrupt();
        var interrupted = false;
        var granted = false;
        try {
            scope.listen(wake);
            granted = semaphore.tryAcquire(Math.clamp(scope.remainingNanos(), 0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ended) {
            interrupted = true;
        } finally {
            scope.forget(wake);
            // Nobody can interrupt for this scope any more; what is left of it must not meet the statement.
            Thread.interrupted();
        }
        if (!granted && (interrupted || scope.ended().isPresent() || scope.remainingNanos() <= 0)) {
            throw scope.ended().map(CallScope::failure).orElseGet(() -> CallScope.failure(CallScope.End.DEADLINE));
        }
        return granted;
    }

    /** Takes a permit that nobody waits for, if there is one. */
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

    public int available() {
        return semaphore.availablePermits();
    }

    private static final class ResizableSemaphore extends Semaphore {
        private static final long serialVersionUID = 1L;

        ResizableSemaphore(int permits) {
            super(permits, true);
        }

        /** Unlike {@code tryAcquire()}, which overtakes those who wait. */
        boolean tryInLine() {
            return !hasQueuedThreads() && tryAcquire();
        }

        void shrink(int by) {
            reducePermits(by);
        }
    }
}
