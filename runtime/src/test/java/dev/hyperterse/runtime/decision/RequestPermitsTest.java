package dev.hyperterse.runtime.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.turn.CountedCaller;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class RequestPermitsTest {
    private static final CountedCaller ANN = CountedCaller.of(Principal.named("keys", "ann"));
    private static final CountedCaller BOB = CountedCaller.of(Principal.named("keys", "bob"));
    private static final CountedCaller EVE = CountedCaller.of(Principal.named("keys", "eve"));

    private final RequestPermits permits = new RequestPermits(4);

    @Test
    void callerGetsHalfOfTheTurnsAndOthersTheRest() throws Exception {
        assertThat(atOnce(ANN)).isTrue();
        assertThat(atOnce(ANN)).isTrue();
        assertThat(atOnce(ANN)).isFalse();
        assertThat(atOnce(BOB)).isTrue();
        assertThat(atOnce(EVE)).isTrue();
        assertThat(atOnce(EVE)).as("all are taken").isFalse();
    }

    @Test
    void releasedTurnGoesToAnotherCaller() throws Exception {
        atOnce(ANN);
        atOnce(ANN);
        atOnce(BOB);
        atOnce(BOB);
        var waits = new FutureTask<>(() -> permits.acquire(EVE, System.nanoTime() + TimeUnit.SECONDS.toNanos(60)));
        Thread.startVirtualThread(waits);
        permits.release(ANN);

        assertThat(waits.get()).isTrue();
    }

    /** Neither after its questions ended nor after it waited in vain. */
    @Test
    void callerWithoutQuestionsIsForgotten() throws Exception {
        atOnce(ANN);
        atOnce(ANN);
        atOnce(ANN);
        atOnce(BOB);
        var waits = new FutureTask<>(() -> permits.acquire(ANN, System.nanoTime() + TimeUnit.SECONDS.toNanos(60)));
        var thread = Thread.startVirtualThread(waits);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
        thread.interrupt();
        thread.join();
        permits.release(ANN);
        permits.release(ANN);
        permits.release(BOB);

        assertThat(permits.callers()).isZero();
        assertThat(atOnce(ANN)).isTrue();
        assertThat(atOnce(ANN)).isTrue();
        assertThat(atOnce(BOB)).isTrue();
        assertThat(atOnce(BOB)).isTrue();
    }

    private boolean atOnce(CountedCaller caller) throws InterruptedException {
        return permits.acquire(caller, System.nanoTime());
    }
}
