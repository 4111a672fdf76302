package dev.hyperterse.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.runtime.adapter.Permits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deadlines, cancellation, and who is told. */
class CallScopeTest {
    private final DeadlineWheel wheel = new DeadlineWheel();

    @AfterEach
    void close() {
        wheel.close();
    }

    @Test
    void everyDeadlineFiresOnceAlsoOneThatHasPassed() throws InterruptedException {
        var told = new CountDownLatch(300);
        List<CallScope> scopes = new ArrayList<>();
        for (var number = 0; number < 300; number++) {
            var scope = CallScope.open(wheel, number % 3 == 0 ? -5 : number % 60);
            scope.listen(end -> told.countDown());
            scopes.add(scope);
        }
        assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(scopes).allSatisfy(scope -> assertThat(scope.ended()).contains(CallScope.End.DEADLINE));
        assertThat(wheel.waiting()).isZero();
    }

    @Test
    void aCallWhoseTimeStandsStillEndsWithTheTokenOfItsCaller() throws InterruptedException {
        var told = new CountDownLatch(1);
        var scope = CallScope.open(wheel, 60_000);
        scope.listen(end -> told.countDown());
        scope.endBy(Instant.now().plusMillis(50));
        scope.pause();

        assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(scope.ended()).contains(CallScope.End.DEADLINE);
        scope.resume();
        scope.close();
        assertThat(wheel.waiting()).isZero();
    }

    @Test
    void noPauseAndNoStepPutsTheEndOfATokenOff() {
        var scope = CallScope.open(wheel, 60_000);
        scope.endBy(Instant.now().plusSeconds(30));
        scope.during(() -> {
            scope.within(1_000);
            scope.pause();
            scope.resume();
            return true;
        });
        assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(30));
        scope.pause();
        scope.resume();

        assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(30));
        assertThat(scope.ended()).isEmpty();
        assertThat(wheel.waiting()).isOne();
        scope.close();
        assertThat(wheel.waiting()).isZero();
    }

    @Test
    void aTokenThatEndsLaterBringsNoDeadlineForward() {
        var scope = CallScope.open(wheel, 1_000);
        scope.endBy(Instant.now().plusSeconds(864_000));

        assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
        scope.close();
    }

    /** The wheel falls asleep whenever nothing waits; whoever comes in that moment must not be missed. */
    @Test
    void aDeadlineFiresWhileOthersComeAndGo() throws InterruptedException {
        var others = Thread.ofPlatform().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                CallScope.open(wheel, 60_000).close();
            }
        });
        try {
            for (var number = 0; number < 100; number++) {
                var told = new CountDownLatch(1);
                var scope = CallScope.open(wheel, 1);
                scope.listen(end -> told.countDown());
                assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            others.interrupt();
            others.join();
        }
        assertThat(wheel.waiting()).isZero();
    }

    @Test
    void aClosedScopeIsForgottenByTheWheel() {
        for (var number = 0; number < 1000; number++) {
            CallScope.open(wheel, 60_000).close();
        }
        assertThat(wheel.waiting()).isZero();
    }

    @Test
    void whatAStepBringsForwardHoldsForThatStep() {
        try (var scope = CallScope.open(wheel, 3_600_000)) {
            scope.during(() -> {
                scope.within(60_000);
                assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.MINUTES.toNanos(1));
                scope.pause();
                scope.resume();
                return true;
            });
            assertThat(scope.remainingNanos()).isGreaterThan(TimeUnit.MINUTES.toNanos(30));
            assertThat(wheel.waiting()).isEqualTo(1);
        }
        assertThat(wheel.waiting()).isZero();
    }

    @Test
    void aStepThatRunsIntoItsDeadlineEndsTheCall() throws InterruptedException {
        var told = new CountDownLatch(1);
        try (var scope = CallScope.open(wheel, 3_600_000)) {
            scope.listen(_ -> told.countDown());
            scope.during(() -> {
                scope.within(1);
                awaited(told);
                return true;
            });
            assertThat(scope.ended()).contains(CallScope.End.DEADLINE);
            assertThat(wheel.waiting()).isZero();
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    @Test
    void aDeadlineMovesForwardAndNeverBack() throws InterruptedException {
        try (var scope = CallScope.open(wheel, 60_000)) {
            var told = new CountDownLatch(1);
            scope.listen(end -> told.countDown());
            scope.within(120_000);
            assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(60));
            scope.within(20);
            assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void theFirstEndCountsAndLateListenersAreToldAtOnce() {
        try (var scope = CallScope.open(wheel, 60_000)) {
            var told = new AtomicInteger();
            scope.listen(end -> told.incrementAndGet());
            scope.end(CallScope.End.CLIENT);
            scope.end(CallScope.End.SHUTDOWN);
            scope.listen(end -> told.incrementAndGet());
            assertThat(told).hasValue(2);
            assertThatThrownBy(scope::check).hasMessage("the call was cancelled");
        }
    }

    @Test
    void aForgottenListenerIsNotTold() {
        try (var scope = CallScope.open(wheel, 60_000)) {
            var told = new AtomicInteger();
            CallScope.Listener listener = end -> told.incrementAndGet();
            scope.listen(listener);
            scope.forget(listener);
            scope.end(CallScope.End.CLIENT);
            assertThat(told).hasValue(0);
        }
    }

    @Test
    void whoWaitsForAPermitLeavesWithTheScopeAndNoPermitIsLost() throws InterruptedException {
        var permits = new Permits(1);
        try (var holder = CallScope.open(wheel, 60_000);
                var waiter = CallScope.open(wheel, 60_000)) {
            permits.acquire(holder);
            var interruptedAfterwards = new AtomicInteger(-1);
            var thread = Thread.ofVirtual().start(() -> {
                assertThatThrownBy(() -> permits.acquire(waiter)).isInstanceOf(CallFailure.class);
                interruptedAfterwards.set(Thread.currentThread().isInterrupted() ? 1 : 0);
            });
            waiter.end(CallScope.End.CLIENT);
            thread.join();
            assertThat(interruptedAfterwards).hasValue(0);
            permits.release();
            assertThat(permits.available()).isEqualTo(1);
        }
    }

    @Test
    void permitsGrowAndShrink() {
        var permits = new Permits(2);
        permits.resize(5);
        assertThat(permits.available()).isEqualTo(5);
        permits.resize(1);
        assertThat(permits.available()).isEqualTo(1);
    }

    @Test
    void aListenerThatRunsOutOfMemoryEndsNoOtherDeadline() throws Exception {
        try (var wheel = new DeadlineWheel();
                var broken = CallScope.open(wheel, 1)) {
            broken.listen(end -> {
                throw new OutOfMemoryError("for a moment");
            });
            while (broken.ended().isEmpty()) {
                Thread.onSpinWait();
            }
            var ended = new CompletableFuture<CallScope.End>();
            try (var next = CallScope.open(wheel, 1)) {
                next.listen(ended::complete);
                assertThat(ended.get(60, TimeUnit.SECONDS)).isEqualTo(CallScope.End.DEADLINE);
            }
        }
    }
}
