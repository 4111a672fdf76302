package dev.hyperterse.runtime;

import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * The threads of the system that carry the virtual ones. The JVM has one for each processor, and whenever the system
 * stops one of them for another process, the calls queued behind it and the line of a shared connection that it
 * reads or sends for stand still with it. While calls queue, one to spare goes on with them (decision 0105). A lone
 * caller would only pay for waking it (decision 0110).
 */
public final class Carriers {
    /** An option of the JVM, documented at {@link Thread}. */
    private static final String OPTION = "jdk.virtualThreadScheduler.parallelism";

    private static final Duration WHILE_CALLS_QUEUE = Duration.ofMillis(50);
    /** A replica with nothing to do should not wake its processor often for that. */
    private static final Duration WHILE_CALM = Duration.ofMillis(400);
    /** For a second after the last queue, so that it does not come and go. */
    private static final int CALM_LOOKS = 20;

    private final int processors;
    private int calm = CALM_LOOKS;

    Carriers(int processors) {
        this.processors = processors;
    }

    /** Once in a process, when it serves; who runs the JVM with the option has decided. */
    public static void oneToSpareUnderLoad() {
        if (System.getProperty(OPTION) == null) {
            watch();
        }
    }

    /** On a thread of the system, because a virtual one would wait in the queues that it looks at. */
    static Thread watch() {
        return Thread.ofPlatform().daemon().name("carriers").start(() -> {
            var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
            new Carriers(scheduler.getParallelism()).follow(scheduler);
        });
    }

    private void follow(VirtualThreadSchedulerMXBean scheduler) {
        try {
            while (true) {
                Thread.sleep(pause());
                BackgroundTurn.run("carriers", () -> adapt(scheduler));
            }
        } catch (InterruptedException ended) {
            scheduler.setParallelism(processors);
        }
    }

    private void adapt(VirtualThreadSchedulerMXBean scheduler) {
        var wanted = wanted(scheduler.getQueuedVirtualThreadCount());
        if (wanted != scheduler.getParallelism()) {
            scheduler.setParallelism(wanted);
        }
    }

    /** How many there should be, by how many threads wait for one now and have waited lately. */
    int wanted(long queued) {
        calm = queued > processors ? 0 : Math.min(calm + 1, CALM_LOOKS);
        return isCalm() ? processors : processors + 1;
    }

    /** Until the next look. */
    Duration pause() {
        return isCalm() ? WHILE_CALM : WHILE_CALLS_QUEUE;
    }

    private boolean isCalm() {
        return calm == CALM_LOOKS;
    }
}
