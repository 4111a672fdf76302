package dev.hyperterse.runtime.script;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The few threads that run JavaScript. Not virtual ones, of which the JVM does not tell what they allocate. They end when
 * no script has run for a minute.
 */
final class ScriptThreads implements Executor, AutoCloseable {
    private static final int STACK = 2 * 1024 * 1024;

    private final ThreadPoolExecutor threads;

    ScriptThreads(int count) {
        this.threads = new ThreadPoolExecutor(
                count,
                count,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name("script ", 1).stackSize(STACK).daemon().factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** @throws RejectedExecutionException after the end */
    @Override
    public void execute(Runnable turn) {
        threads.execute(turn);
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
