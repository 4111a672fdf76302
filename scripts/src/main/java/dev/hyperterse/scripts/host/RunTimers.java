package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** The timers ({@code setTimeout}) of one run. */
public final class RunTimers implements AutoCloseable {
    private static final int MOST = 1000;

    private final DeadlineTimer deadlines;
    private final IntConsumer expired;
    private final Map<Integer, Timer> waiting = new HashMap<>();
    private boolean closed;

    /** @param expired takes the number of the timer, on the thread of the timers */
    public RunTimers(DeadlineTimer deadlines, IntConsumer expired) {
        this.deadlines = deadlines;
        this.expired = expired;
    }

    /** @return whether the limit of timers was not reached */
    synchronized boolean add(int id, long millis) {
        if (waiting.containsKey(id)) {
            throw new IllegalArgumentException("the number is in use");
        }
        if (closed || waiting.size() == MOST) {
            return false;
        }
        var timer = new Timer(id);
        waiting.put(id, timer);
        deadlines.add(timer, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
        return true;
    }

    synchronized void remove(int id) {
        var timer = waiting.remove(id);
        if (timer != null) {
            deadlines.remove(timer);
        }
    }

    synchronized boolean any() {
        return !waiting.isEmpty();
    }

    @Override
    public synchronized void close() {
        closed = true;
        waiting.values().forEach(deadlines::remove);
        waiting.clear();
    }

    private final class Timer extends DeadlineTimer.Timed {
        private final int id;

        Timer(int id) {
            this.id = id;
        }

        @Override
        protected void expire() {
            // The run waits for it until its turn begins.
            expired.accept(id);
        }
    }
}
