package dev.hyperterse.operator.queue;

import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Work on virtual threads, signals on one thread of its own. After {@link #close} nothing new begins. */
public final class ThreadTimer implements Timer, AutoCloseable {
    private final String name;
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledThreadPoolExecutor signals;

    /** @param name of the thread of signals */
    public ThreadTimer(String name) {
        this.name = name;
        this.signals = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name(name).daemon().factory());
        signals.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void run(Runnable work) {
        try {
            workers.execute(() -> BackgroundTurn.run(name, work));
        } catch (RejectedExecutionException closed) {
            // The next leader begins with everything.
        }
    }

    @Override
    public void after(Duration wait, Runnable signal) {
        try {
            signals.schedule(() -> BackgroundTurn.run(name, signal), wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            // The next leader begins with everything.
        }
    }

    @Override
    public boolean stopped() {
        return workers.isShutdown();
    }

    /** Starts no new work; running work may finish within the limit. */
    public void finish(Duration limit) {
        signals.shutdownNow();
        workers.shutdown();
        try {
            workers.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        signals.shutdownNow();
        workers.shutdownNow();
    }
}
