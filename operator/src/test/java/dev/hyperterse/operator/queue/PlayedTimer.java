package dev.hyperterse.operator.queue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** A timer whose time stands still until the test moves it; work waits until the test runs it. */
public final class PlayedTimer implements Timer {
    private final PriorityQueue<Signal> signals =
            new PriorityQueue<>(Comparator.comparingLong(Signal::at).thenComparingInt(Signal::number));
    private final Queue<Runnable> work = new ArrayDeque<>();
    private long now = Duration.ofHours(1).toNanos();
    private int numbers;

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void run(Runnable begun) {
        work.add(begun);
    }

    @Override
    public void after(Duration wait, Runnable signal) {
        signals.add(new Signal(now + wait.toNanos(), numbers++, signal));
    }

    @Override
    public boolean stopped() {
        return false;
    }

    /** Lets the time pass, signal by signal. */
    public void pass(Duration time) {
        var end = now + time.toNanos();
        while (!signals.isEmpty() && signals.peek().at() <= end) {
            var signal = signals.poll();
            now = signal.at();
            signal.action().run();
        }
        now = end;
    }

    /** Runs everything that was begun; how much that was. */
    public int work() {
        var count = work.size();
        for (var begun = 0; begun < count; begun++) {
            work.remove().run();
        }
        return count;
    }

    private record Signal(long at, int number, Runnable action) {}
}
