package dev.hyperterse.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TakeoversTest {
    @Test
    void noMoreRunAtOnceThanAreLet() throws Exception {
        var takeovers = new Takeovers(2);
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var twoRun = new CountDownLatch(2);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var number = 0; number < 100; number++) {
                threads.execute(() -> takeovers.run(() -> {
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
    void aTakeoverThatFailsLeavesItsSlot() {
        var takeovers = new Takeovers(1);
        for (var attempt = 0; attempt < 3; attempt++) {
            try {
                takeovers.run(() -> {
                    throw new IllegalStateException("as an API server that is away");
                });
            } catch (IllegalStateException failed) {
                assertThat(failed).hasMessageContaining("away");
            }
        }
        assertThat(takeovers.run(() -> "done")).isEqualTo("done");
    }
}
