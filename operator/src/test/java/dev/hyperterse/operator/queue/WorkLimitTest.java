package dev.hyperterse.operator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkLimitTest {
    @Test
    void workBeyondTheLimitWaits() throws Exception {
        var limit = new WorkLimit(2);
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var twoRun = new CountDownLatch(2);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var number = 0; number < 100; number++) {
                threads.execute(() -> limit.run("shop", () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    twoRun.countDown();
                    try {
                        twoRun.await();
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                    return running.decrementAndGet();
                }));
            }
        }
        assertThat(most).hasValue(2);
    }

    @Test
    void workThatFailsLeavesItsSlot() {
        var limit = new WorkLimit(1);
        for (var attempt = 0; attempt < 3; attempt++) {
            try {
                limit.run("shop", () -> {
                    throw new IllegalStateException("as an API server that is away");
                });
            } catch (IllegalStateException failed) {
                assertThat(failed).hasMessageContaining("away");
            }
        }
        assertThat(limit.run("shop", () -> "done")).isEqualTo("done");
    }
}
