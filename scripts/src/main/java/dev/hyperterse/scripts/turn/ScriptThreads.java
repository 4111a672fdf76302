package dev.hyperterse.scripts.turn;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run JavaScript: as many as {@link ScriptTurns} has turns running. Not virtual threads, because the
 * JVM does not count their allocations. They end after an idle minute.
 */
public final class ScriptThreads implements Executor, AutoCloseable {
    private static final int STACK = 2 * 1024 * 1024;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            1,
            TimeUnit.MINUTES,
            new SynchronousQueue<>(),
            Thread.ofPlatform().name("script ", 1).stackSize(STACK).daemon().factory());

    @Override
    public void execute(Runnable turn) {
        threads.execute(turn);
    }

    /** Running turns may complete. */
    @Override
    public void close() {
        threads.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
    }
}
