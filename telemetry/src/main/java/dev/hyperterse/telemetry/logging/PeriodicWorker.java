package dev.hyperterse.telemetry.logging;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * A thread that does the same work again and again until it is closed, with a pause before each turn. A turn that fails
 * is logged, and the next one comes.
 */
public final class PeriodicWorker implements AutoCloseable {
    private final String name;
    private final Supplier<Duration> pause;
    private final Runnable turn;
    private final Thread thread;
    private volatile boolean closed;

    private PeriodicWorker(String name, Supplier<Duration> pause, Runnable turn) {
        this.name = name;
        this.pause = pause;
        this.turn = turn;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::work);
    }

    public static PeriodicWorker start(String name, Duration pause, Runnable turn) {
        return start(name, () -> pause, turn);
    }

    /** @param pause called before each pause; must not fail */
    public static PeriodicWorker start(String name, Supplier<Duration> pause, Runnable turn) {
        var worker = new PeriodicWorker(name, pause, turn);
        worker.thread.start();
        return worker;
    }

    private void work() {
        try {
            // A turn may have consumed the interrupt.
            while (!closed) {
                Thread.sleep(pause.get());
                BackgroundTurn.run(name, turn);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts a running turn and waits for its end, unless that turn is the caller. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
