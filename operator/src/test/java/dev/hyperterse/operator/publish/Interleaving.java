package dev.hyperterse.operator.publish;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets threads take turns at the points where they call {@link #pass()}, in an order that a seed decides. */
final class Interleaving {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Random random;
    private final List<Thread> waiting = new ArrayList<>();
    private int running;
    private Thread turn;

    Interleaving(long seed, int threads) {
        random = new Random(seed);
        running = threads;
    }

    void pass() {
        lock.lock();
        try {
            waiting.add(Thread.currentThread());
            chooseWhenAllWait();
            while (turn != Thread.currentThread()) {
                changed.awaitUninterruptibly();
            }
            waiting.remove(Thread.currentThread());
            turn = null;
        } finally {
            lock.unlock();
        }
    }

    void finish() {
        lock.lock();
        try {
            running--;
            chooseWhenAllWait();
        } finally {
            lock.unlock();
        }
    }

    private void chooseWhenAllWait() {
        if (!waiting.isEmpty() && waiting.size() == running) {
            // Threads arrive in any order; names make the choice the same for the same seed.
            waiting.sort(Comparator.comparing(Thread::getName));
            turn = waiting.get(random.nextInt(waiting.size()));
            changed.signalAll();
        }
    }
}
