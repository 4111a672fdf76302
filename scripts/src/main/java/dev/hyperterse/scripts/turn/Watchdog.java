package dev.hyperterse.scripts.turn;

import com.sun.management.ThreadMXBean;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Checks every two milliseconds the use of running runs, and ends those that exceed a limit. Sleeps while none is
 * running.
 */
public final class Watchdog implements AutoCloseable {
    private static final long PAUSE = 2_000_000;

    private volatile ScriptLimits limits;
    private final Runnable turns;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Set<ScriptUsage> live = ConcurrentHashMap.newKeySet();
    private final AtomicInteger running = new AtomicInteger();
    private final Thread thread;
    private final AtomicBoolean asleep = new AtomicBoolean();
    private volatile boolean closed;

    /** @param turns checks the running turns */
    public Watchdog(ScriptLimits limits, Runnable turns) {
        this.limits = limits;
        this.turns = turns;
        this.thread = Thread.ofPlatform().name("script watchdog").daemon().start(this::watch);
    }

    public void limit(ScriptLimits limits) {
        this.limits = limits;
    }

    /** The run has begun. */
    public void add(ScriptUsage usage) {
        live.add(usage);
    }

    /** The run has ended. */
    public void remove(ScriptUsage usage) {
        live.remove(usage);
    }

    /** The calling thread begins to run JavaScript of that run. */
    public void begin(ScriptUsage usage) {
        usage.begin(Thread.currentThread().threadId(), _ -> usedByThisThread());
        // Waking a thread takes as long as a small turn, so one that only pauses until the next check is not woken.
        if (running.getAndIncrement() == 0 && asleep.compareAndSet(true, false)) {
            LockSupport.unpark(thread);
        }
    }

    /** The calling thread no longer runs JavaScript of that run. */
    public void end(ScriptUsage usage) {
        running.decrementAndGet();
        usage.end(_ -> usedByThisThread());
    }

    /** Processor time instead of elapsed time: load from others must not end a script. */
    private ScriptUsage.Used used(long threadId) {
        var nanos = threads.getThreadCpuTime(threadId);
        return new ScriptUsage.Used(threads.getThreadAllocatedBytes(threadId), nanos);
    }

    /** The same for the calling thread: asked by its number, the JVM checks and copies lists, twice for each turn. */
    private ScriptUsage.Used usedByThisThread() {
        var nanos = threads.getCurrentThreadCpuTime();
        return new ScriptUsage.Used(threads.getCurrentThreadAllocatedBytes(), nanos);
    }

    private void watch() {
        while (!closed) {
            if (running.get() == 0) {
                sleep();
            } else {
                BackgroundTurn.run("script watchdog", this::check);
                LockSupport.parkNanos(this, PAUSE);
            }
        }
    }

    /** Sleeps until a turn runs. A turn is counted before it checks whether the thread sleeps. */
    private void sleep() {
        asleep.set(true);
        if (running.get() == 0) {
            LockSupport.park(this);
        }
        asleep.set(false);
    }

    private void check() {
        var limits = this.limits;
        var total = 0L;
        for (var usage : live) {
            usage.look(this::used);
            total += usage.allocated();
            if (usage.runningNanos() > limits.runningMillis() * 1_000_000) {
                usage.exceeded(
                        "the script ran for more than %d ms (scripts.cpuTime)".formatted(limits.runningMillis()));
            } else if (usage.allocated() > limits.allocation()) {
                usage.exceeded("the script allocated more than %d MiB".formatted(limits.allocation() >> 20));
            }
        }
        if (total > limits.heap()) {
            live.stream()
                    .max(Comparator.comparingLong(ScriptUsage::allocated))
                    .ifPresent(usage -> usage.exceeded("the scripts of this replica use too much memory"));
        }
        turns.run();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
