package dev.hyperterse.runtime.fetch;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the concurrent fetches of a replica. A namespace may have as many as there are places left, so that a namespace
 * whose upstream does not respond always leaves places for the others.
 */
final class FetchPlaces {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Map<String, Integer> taken = new HashMap<>();
    private int total;

    FetchPlaces(int most) {
        this.most = most;
    }

    /** Waits for a place; an interrupt takes none. */
    void enter(String namespace) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (taken.getOrDefault(namespace, 0) >= most - total) {
                left.await();
            }
            taken.merge(namespace, 1, Integer::sum);
            total++;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes all that wait: a place may be one for some of their namespaces only. */
    void leave(String namespace) {
        lock.lock();
        try {
            total--;
            taken.computeIfPresent(namespace, (_, own) -> own == 1 ? null : own - 1);
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
