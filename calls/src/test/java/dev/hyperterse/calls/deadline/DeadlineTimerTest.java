package dev.hyperterse.calls.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Deadlines on a machine whose threads pause at any time. */
class DeadlineTimerTest {
    private static final String THREAD = "deadlines";
    private static final long LATE = Duration.ofSeconds(2).toNanos();
    private static final long SOON = Duration.ofMillis(300).toNanos();

    /** Shorter than a rotation, in which a deadline that was passed over fires at last. */
    private static final long SHORTER_THAN_A_ROTATION = 5;

    private static final class Fired extends DeadlineTimer.Timed {
        private final CountDownLatch fired = new CountDownLatch(1);

        @Override
        protected void expire() {
            fired.countDown();
        }
    }

    /** The thread of the timer reads a clock that is ahead: it looks after the deadline has passed. */
    private static long clock() {
        var now = System.nanoTime();
        return Thread.currentThread().getName().equals(THREAD) ? now + LATE : now;
    }

    @Test
    void deadlineThatPassesBeforeTheThreadIsAwakeFires() throws Exception {
        try (var timer = new DeadlineTimer(DeadlineTimerTest::clock)) {
            for (var round = 0; round < 20; round++) {
                var timed = new Fired();
                timer.add(timed, System.nanoTime() + SOON);
                assertThat(timed.fired.await(SHORTER_THAN_A_ROTATION, TimeUnit.SECONDS))
                        .isTrue();
            }
        }
    }

    @Test
    void deadlineWhoseBucketWasReadMeanwhileFires() throws Exception {
        try (var timer = new DeadlineTimer(DeadlineTimerTest::clock)) {
            // Keeps the thread awake.
            timer.add(new Fired(), System.nanoTime() + Duration.ofDays(1).toNanos());
            for (var round = 0; round < 20; round++) {
                var timed = new Fired();
                timer.add(timed, System.nanoTime() + SOON);
                assertThat(timed.fired.await(SHORTER_THAN_A_ROTATION, TimeUnit.SECONDS))
                        .isTrue();
            }
            assertThat(timer.waiting()).isEqualTo(1);
        }
    }

    @Test
    void deadlineThatWasRemovedDoesNotFire() throws Exception {
        try (var timer = new DeadlineTimer(DeadlineTimerTest::clock)) {
            var removed = new Fired();
            timer.add(removed, System.nanoTime() + Duration.ofDays(1).toNanos());
            timer.remove(removed);
            var timed = new Fired();
            timer.add(timed, System.nanoTime() + SOON);
            assertThat(timed.fired.await(SHORTER_THAN_A_ROTATION, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(removed.fired.getCount()).isEqualTo(1);
            assertThat(timer.waiting()).isZero();
        }
    }
}
