package dev.hyperterse.calls.turn;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Permits that several holders share. A holder may have as many as are left, so that holders that take all they can always leave
 * some for another one.
 */
public final class SharedPermits<K> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Map<K, Integer> taken = new HashMap<>();
    private int size;
    private int total;

    public SharedPermits(int size) {
        this.size = size;
    }

    /** Permits beyond a smaller size stay with their holders until they are released. */
    public void resize(int newSize) {
        lock.lock();
        try {
            size = newSize;
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a permit; an interrupt takes none. */
    public void acquire(K holder) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!takeIfFree(holder)) {
                left.await();
            }
        } finally {
            lock.unlock();
        }
    }

    public boolean tryAcquire(K holder) {
        lock.lock();
        try {
            return takeIfFree(holder);
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a permit for that long; an interrupt takes none. */
    public boolean tryAcquire(K holder, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var rest = nanos;
            while (!takeIfFree(holder)) {
                if (rest <= 0) {
                    return false;
                }
                rest = left.awaitNanos(rest);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes all that wait: a permit may be one for some of their holders only. */
    public void release(K holder) {
        lock.lock();
        try {
            total--;
            taken.computeIfPresent(holder, (_, own) -> own == 1 ? null : own - 1);
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean takeIfFree(K holder) {
        if (taken.getOrDefault(holder, 0) >= size - total) {
            return false;
        }
        taken.merge(holder, 1, Integer::sum);
        total++;
        return true;
    }
}
