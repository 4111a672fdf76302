package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.Test;

class CarriersTest {
    private static final int PROCESSORS = 2;

    private final Carriers carriers = new Carriers(PROCESSORS);

    @Test
    void aLoneCallerGetsNoneToSpare() {
        for (var look = 0; look < 100; look++) {
            assertThat(carriers.wanted(look % (PROCESSORS + 1))).isEqualTo(PROCESSORS);
        }
    }

    @Test
    void theSpareOneComesWithTheFirstQueueAndStaysForASecondAfterTheLast() {
        for (var burst = 0; burst < 3; burst++) {
            assertThat(carriers.wanted(PROCESSORS + 1)).isEqualTo(PROCESSORS + 1);
            for (var look = 1; look < 20; look++) {
                assertThat(carriers.wanted(0)).isEqualTo(PROCESSORS + 1);
            }
            assertThat(carriers.wanted(0)).isEqualTo(PROCESSORS);
        }
    }

    @Test
    void looksSeldomUntilCallsQueue() {
        var calm = carriers.pause();
        carriers.wanted(PROCESSORS);
        assertThat(carriers.pause()).isEqualTo(calm);
        carriers.wanted(PROCESSORS + 1);
        assertThat(carriers.pause()).isLessThan(calm);
    }

    @Test
    void theSchedulerOfTheProcessFollows() throws InterruptedException {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        var before = scheduler.getParallelism();
        var busy = new AtomicBoolean(true);
        var watch = Carriers.watch();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var caller = 0; caller < 4 * before + 4; caller++) {
                callers.execute(() -> {
                    while (busy.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            await(scheduler, before + 1);
            busy.set(false);
            await(scheduler, before);
        } finally {
            busy.set(false);
            watch.interrupt();
            watch.join();
        }
        assertThat(scheduler.getParallelism()).isEqualTo(before);
    }

    private static void await(VirtualThreadSchedulerMXBean scheduler, int parallelism) {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (scheduler.getParallelism() != parallelism && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        assertThat(scheduler.getParallelism()).isEqualTo(parallelism);
    }
}
