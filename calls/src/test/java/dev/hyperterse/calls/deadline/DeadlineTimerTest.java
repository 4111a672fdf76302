package dev.hyperterse.calls.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deadlines on a machine whose threads pause at any time. */
@Timeout(60)
class DeadlineTimerTest {
    private static final String THREAD = "deadlines";
    private static final long LATE = Duration.ofSeconds(2).toNanos();
    private static final long SOON = Duration.ofMillis(300).toNanos();

    /** Shorter than a rotation, in which a deadline that was passed over fires at last. */
    private static final long SHORTER_THAN_A_ROTATION = Duration.ofSeconds(5).toNanos();

    private static final long BETWEEN_READINGS = Duration.ofMillis(5).toNanos();

    private final AtomicLong time = new AtomicLong();

    private final class Fired extends DeadlineTimer.Timed {
        private final CompletableFuture<Long> fired = new CompletableFuture<>();

        @Override
        protected void expire() {
            fired.complete(time.get());
        }
    }

    /**
     * The thread of the timer reads a clock that is ahead: it looks after the deadline has passed. Time passes with its
     * readings alone, because the machine may pause it for longer than a rotation.
     */
    private long clock() {
        return Thread.currentThread().getName().equals(THREAD) ? time.addAndGet(BETWEEN_READINGS) + LATE : time.get();
    }

    private void assertFiresInTime(DeadlineTimer timer) {
        var timed = new Fired();
        var added = time.get();
        timer.add(timed, added + SOON);
        assertThat(timed.fired.join()).isLessThan(added + SHORTER_THAN_A_ROTATION);
    }

    @Test
    void deadlineThatPassesBeforeTheThreadIsAwakeFires() {
        try (var timer = new DeadlineTimer(this::clock)) {
            for (var round = 0; round < 20; round++) {
                assertFiresInTime(timer);
            }
        }
    }

    @Test
    void deadlineWhoseBucketWasReadMeanwhileFires() {
        try (var timer = new DeadlineTimer(this::clock)) {
            // Keeps the thread awake.
            timer.add(new Fired(), time.get() + Duration.ofDays(1).toNanos());
            for (var round = 0; round < 20; round++) {
                assertFiresInTime(timer);
            }
            assertThat(timer.waiting()).isEqualTo(1);
        }
    }

    @Test
    void deadlineThatWasRemovedDoesNotFire() {
        try (var timer = new DeadlineTimer(this::clock)) {
            var removed = new Fired();
            timer.add(removed, time.get() + Duration.ofDays(1).toNanos());
            timer.remove(removed);
            assertFiresInTime(timer);
            assertThat(removed.fired).isNotDone();
            assertThat(timer.waiting()).isZero();
        }
    }
}
