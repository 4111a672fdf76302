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
            while (!mayHaveAnother(holder)) {
                left.await();
            }
            take(holder);
        } finally {
            lock.unlock();
        }
    }

    public boolean tryAcquire(K holder) {
        lock.lock();
        try {
            var may = mayHaveAnother(holder);
            if (may) {
                take(holder);
            }
            return may;
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

    private boolean mayHaveAnother(K holder) {
        return taken.getOrDefault(holder, 0) < size - total;
    }

    private void take(K holder) {
        taken.merge(holder, 1, Integer::sum);
        total++;
    }
}
