package dev.hyperterse.telemetry.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PeriodicWorkerTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void turnsFollowOneAnotherThoughSomeFail() throws InterruptedException {
        var turns = new CountDownLatch(4);
        try (var _ = PeriodicWorker.start("test", SHORT, () -> {
            turns.countDown();
            if (turns.getCount() % 2 == 0) {
                throw new IllegalStateException("a bug");
            }
            throw new StackOverflowError();
        })) {
            assertThat(turns.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void theFirstTurnComesAfterAPause() {
        var turns = new AtomicInteger();
        PeriodicWorker.start("test", Duration.ofDays(1), turns::incrementAndGet).close();
        assertThat(turns).hasValue(0);
    }

    @Test
    void eachPauseIsAskedFor() throws InterruptedException {
        var pauses = new CountDownLatch(3);
        try (var _ = PeriodicWorker.start(
                "test",
                () -> {
                    pauses.countDown();
                    return SHORT;
                },
                () -> {})) {
            assertThat(pauses.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void closeInterruptsATurnAndWaitsForItsEnd() throws InterruptedException {
        var running = new CountDownLatch(1);
        var ended = new AtomicInteger();
        var worker = PeriodicWorker.start("test", SHORT, () -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException closed) {
                // The interrupt is consumed here, and the worker must end all the same.
                ended.incrementAndGet();
            }
        });
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        worker.close();
        assertThat(ended).hasValue(1);
    }

    @Test
    void aTurnMayCloseItsWorker() {
        var started = new CompletableFuture<PeriodicWorker>();
        var closedBy = new CompletableFuture<String>();
        started.complete(PeriodicWorker.start("test", SHORT, () -> {
            started.join().close();
            closedBy.complete(Thread.currentThread().getName());
        }));
        assertThat(closedBy.join()).isEqualTo("test");
    }

    @Test
    void closeKeepsTheInterruptOfItsCaller() throws InterruptedException {
        var running = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var worker = PeriodicWorker.start("test", SHORT, () -> {
            running.countDown();
            awaitUninterruptibly(release);
        });
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        var interrupted = new AtomicReference<Boolean>();
        var closing = Thread.ofVirtual().start(() -> {
            Thread.currentThread().interrupt();
            worker.close();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        closing.join();
        release.countDown();
        assertThat(interrupted).hasValue(true);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException ignored) {
                // As work that does not stop for an interrupt.
            }
        }
    }
}
