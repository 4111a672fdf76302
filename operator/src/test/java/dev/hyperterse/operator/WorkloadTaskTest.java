package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.workload.Workloads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class WorkloadTaskTest {
    private final CountDownLatch started = new CountDownLatch(1);
    private final AtomicInteger interrupted = new AtomicInteger();
    private final AtomicInteger silenced = new AtomicInteger();
    private final Semaphore closed = new Semaphore(0);

    /** An interrupt would leave the watches of the SDK open, and the old term would go on to write. */
    @RepeatedTest(20)
    void whoStopsIsNotInterrupted() throws InterruptedException {
        var duty = new WorkloadTask(() -> new Kept(started::countDown));
        duty.start();
        started.await();
        duty.close();
        awaitClosed();
        assertThat(interrupted).hasValue(0);
    }

    /** Interrupted, the SDK loses sight of the watches it has opened. */
    @Test
    void aStartThatTakesLongIsNotInterruptedButSilencedAndClosedWhenItEnds() throws InterruptedException {
        var mayEnd = new CountDownLatch(1);
        var duty = new WorkloadTask(() -> new Kept(() -> {
            started.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException cutOff) {
                interrupted.incrementAndGet();
            }
        }));
        duty.start();
        started.await();
        duty.close();
        assertThat(silenced).hasValue(1);
        assertThat(closed.availablePermits()).isZero();

        mayEnd.countDown();
        awaitClosed();
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void whatNeverBeganIsClosedAtOnce() {
        new WorkloadTask(() -> new Kept(started::countDown)).close();
        assertThat(closed.availablePermits()).isZero();
    }

    /** A watch of the SDK that ended stays ended: without a new start nothing about that kind would ever be noticed. */
    @Test
    void whatBrokeIsClosedAndBegunAgain() throws InterruptedException {
        var begun = new CountDownLatch(2);
        var duty = new WorkloadTask(
                () -> {
                    var first = begun.getCount() == 2;
                    return new Kept(begun::countDown, first);
                },
                Duration.ZERO);
        duty.start();
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        awaitClosed();
        duty.close();
        awaitClosed();
    }

    private void awaitClosed() throws InterruptedException {
        assertThat(closed.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }

    private final class Kept implements Workloads {
        private final Runnable whenStarted;
        private final boolean broken;

        Kept(Runnable whenStarted) {
            this(whenStarted, false);
        }

        Kept(Runnable whenStarted, boolean broken) {
            this.whenStarted = whenStarted;
            this.broken = broken;
        }

        @Override
        public boolean broken() {
            return broken;
        }

        @Override
        public void writeNoMore() {
            silenced.incrementAndGet();
        }

        @Override
        public void start() {
            whenStarted.run();
        }

        /** As long as it takes an interrupt to come, if one comes. */
        @Override
        public void close() {
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException cutOff) {
                interrupted.incrementAndGet();
            }
            closed.release();
        }
    }
}
