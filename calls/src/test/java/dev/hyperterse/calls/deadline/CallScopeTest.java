package dev.hyperterse.calls.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.turn.Permits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deadlines, cancellation, and notified listeners. */
class CallScopeTest {
    private final DeadlineTimer deadlines = new DeadlineTimer();

    @AfterEach
    void close() {
        deadlines.close();
    }

    @Test
    void everyDeadlineFiresOnceEvenIfItHasPassed() throws InterruptedException {
        var notified = new CountDownLatch(300);
        List<CallScope> scopes = new ArrayList<>();
        for (var number = 0; number < 300; number++) {
            var scope = CallScope.open(deadlines, number % 3 == 0 ? -5 : number % 60);
            scope.listen(end -> notified.countDown());
            scopes.add(scope);
        }
        assertThat(notified.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(scopes).allSatisfy(scope -> assertThat(scope.ended()).contains(CallScope.End.DEADLINE));
        assertThat(deadlines.waiting()).isZero();
    }

    @Test
    void pausedCallEndsWithTheTokenOfItsCaller() throws InterruptedException {
        var notified = new CountDownLatch(1);
        var scope = CallScope.open(deadlines, 60_000);
        scope.listen(end -> notified.countDown());
        scope.endBy(Instant.now().plusMillis(50));
        scope.pause();

        assertThat(notified.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(scope.ended()).contains(CallScope.End.DEADLINE);
        scope.resume();
        scope.close();
        assertThat(deadlines.waiting()).isZero();
    }

    @Test
    void pausesAndStepsDoNotExtendTheExpiryOfAToken() {
        var scope = CallScope.open(deadlines, 60_000);
        scope.endBy(Instant.now().plusSeconds(30));
        scope.during(() -> {
            scope.within(TimeLimit.of("timeout", 1_000));
            scope.pause();
            scope.resume();
            return true;
        });
        assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(30));
        scope.pause();
        scope.resume();

        assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(30));
        assertThat(scope.ended()).isEmpty();
        assertThat(deadlines.waiting()).isOne();
        scope.close();
        assertThat(deadlines.waiting()).isZero();
    }

    @Test
    void laterTokenExpiryDoesNotExtendTheDeadline() {
        var scope = CallScope.open(deadlines, 1_000);
        scope.endBy(Instant.now().plusSeconds(864_000));

        assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
        scope.close();
    }

    /** The timer parks while it has no deadline; one that arrives at that moment must not be missed. */
    @Test
    void deadlineFiresWhileOthersComeAndGo() throws InterruptedException {
        var others = Thread.ofPlatform().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                CallScope.open(deadlines, 60_000).close();
            }
        });
        try {
            for (var number = 0; number < 100; number++) {
                var notified = new CountDownLatch(1);
                var scope = CallScope.open(deadlines, 1);
                scope.listen(end -> notified.countDown());
                assertThat(notified.await(60, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            others.interrupt();
            others.join();
        }
        assertThat(deadlines.waiting()).isZero();
    }

    @Test
    void closedScopeIsRemovedFromTheTimer() {
        for (var number = 0; number < 1000; number++) {
            CallScope.open(deadlines, 60_000).close();
        }
        assertThat(deadlines.waiting()).isZero();
    }

    @Test
    void deadlineOfAStepAppliesToThatStepOnly() {
        try (var scope = CallScope.open(deadlines, 3_600_000)) {
            scope.during(() -> {
                scope.within(TimeLimit.of("timeout", 60_000));
                assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.MINUTES.toNanos(1));
                scope.pause();
                scope.resume();
                return true;
            });
            assertThat(scope.remainingNanos()).isGreaterThan(TimeUnit.MINUTES.toNanos(30));
            assertThat(deadlines.waiting()).isEqualTo(1);
        }
        assertThat(deadlines.waiting()).isZero();
    }

    @Test
    void deadlineOfAStepEndsTheCall() throws InterruptedException {
        var notified = new CountDownLatch(1);
        try (var scope = CallScope.open(deadlines, 3_600_000)) {
            scope.listen(_ -> notified.countDown());
            scope.during(() -> {
                scope.within(TimeLimit.of("timeout", 1));
                awaited(notified);
                return true;
            });
            assertThat(scope.ended()).contains(CallScope.End.DEADLINE);
            assertThat(deadlines.waiting()).isZero();
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
    void deadlineIsShortenedButNeverExtended() throws InterruptedException {
        try (var scope = CallScope.open(deadlines, 60_000)) {
            var notified = new CountDownLatch(1);
            scope.listen(end -> notified.countDown());
            scope.within(TimeLimit.of("timeout", 120_000));
            assertThat(scope.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(60));
            scope.within(TimeLimit.of("timeout", 20));
            assertThat(notified.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void firstEndCountsAndLateListenersAreNotifiedAtOnce() {
        try (var scope = CallScope.open(deadlines, 60_000)) {
            var notified = new AtomicInteger();
            scope.listen(end -> notified.incrementAndGet());
            scope.end(CallScope.End.CLIENT);
            scope.end(CallScope.End.SHUTDOWN);
            scope.listen(end -> notified.incrementAndGet());
            assertThat(notified).hasValue(2);
            assertThatThrownBy(scope::check).hasMessage("the call was cancelled");
        }
    }

    @Test
    void removedListenerIsNotNotified() {
        try (var scope = CallScope.open(deadlines, 60_000)) {
            var notified = new AtomicInteger();
            CallScope.Listener listener = end -> notified.incrementAndGet();
            scope.listen(listener);
            scope.forget(listener);
            scope.end(CallScope.End.CLIENT);
            assertThat(notified).hasValue(0);
        }
    }

    @Test
    void endedScopeLeavesTheQueueForPermitsAndLosesNone() throws InterruptedException {
        var permits = new Permits(1);
        try (var holder = CallScope.open(deadlines, 60_000);
                var waiter = CallScope.open(deadlines, 60_000)) {
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
    void listenerOutOfMemoryEndsNoOtherDeadline() throws Exception {
        try (var deadlines = new DeadlineTimer();
                var broken = CallScope.open(deadlines, 1)) {
            broken.listen(end -> {
                throw new OutOfMemoryError("for a moment");
            });
            while (broken.ended().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            var ended = new CompletableFuture<CallScope.End>();
            try (var next = CallScope.open(deadlines, 1)) {
                next.listen(ended::complete);
                assertThat(ended.get(60, TimeUnit.SECONDS)).isEqualTo(CallScope.End.DEADLINE);
            }
        }
    }

    /** Two adds of one deadline would corrupt the timer, which then never sleeps. */
    @Test
    void shorterDeadlineDuringAPauseOnAnotherThreadIsKeptOnce() throws InterruptedException {
        for (var round = 0; round < 2_000; round++) {
            var scope = CallScope.open(deadlines, 3_600_000);
            var begin = new CyclicBarrier(2);
            var pausing = Thread.ofPlatform().start(() -> {
                awaited(begin);
                for (var pause = 0; pause < 20; pause++) {
                    scope.pause();
                    scope.resume();
                }
            });
            awaited(begin);
            for (var shorter = 0; shorter < 20; shorter++) {
                scope.within(TimeLimit.of("timeout", 3_000_000 - shorter * 1_000));
            }
            pausing.join();
            scope.close();
            assertThat(deadlines.waiting()).isZero();
        }
    }

    private static void awaited(CyclicBarrier barrier) {
        try {
            assertThat(barrier.await(60, TimeUnit.SECONDS)).isNotNegative();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void deadlineNamesItsLimit() {
        try (var scope = CallScope.open(deadlines, TimeLimit.of("limits.callTimeout", 20))) {
            assertThat(expired(scope)).isEqualTo("the call took too long and was cancelled (limits.callTimeout: 20ms)");
        }
    }

    @Test
    void deadlineNamesTheShortestLimit() {
        try (var scope = CallScope.open(deadlines, TimeLimit.of("limits.callTimeout", 3_600_000))) {
            scope.within(TimeLimit.of("timeout", 20));
            scope.within(TimeLimit.of("longer", 30_000));
            assertThat(expired(scope)).isEqualTo("the call took too long and was cancelled (timeout: 20ms)");
        }
    }

    @Test
    void limitOfAStepIsNotThatOfTheNext() {
        try (var scope = CallScope.open(deadlines, TimeLimit.of("limits.callTimeout", 7_200_000))) {
            scope.during(() -> {
                scope.within(TimeLimit.of("timeout", 60_000));
                return true;
            });
            assertThat(scope.limit()).hasToString(" (limits.callTimeout: 2h)");
        }
    }

    @Test
    void partOfACallNamesTheLimitOfTheCall() {
        try (var scope = CallScope.open(deadlines, TimeLimit.of("timeout", 90_000));
                var part = scope.part()) {
            assertThat(part.limit()).hasToString(" (timeout: 90s)");
            assertThat(part.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(90));
        }
    }

    @Test
    void expiryOfTheTokenIsNamed() {
        try (var scope = CallScope.open(deadlines, TimeLimit.of("limits.callTimeout", 60_000))) {
            scope.endBy(Instant.now().plusMillis(20));
            assertThat(expired(scope))
                    .isEqualTo("the call took too long and was cancelled (the token of the caller expired)");
        }
    }

    private static String expired(CallScope scope) {
        var failure = new CompletableFuture<String>();
        scope.listen(end -> failure.complete(scope.failureBy(end).getMessage()));
        return failure.join();
    }

    @Test
    void interruptByOthersIsKept() {
        try (var scope = CallScope.open(deadlines, 60_000)) {
            Thread.currentThread().interrupt();
            assertThat(scope.await(() -> "done")).isEqualTo("done");
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        }
    }

    @Test
    void interruptByOthersIsNoDeadline() {
        try (var scope = CallScope.open(deadlines, 60_000)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> scope.await(() -> {
                        new CountDownLatch(1).await();
                        return true;
                    }))
                    .hasMessage("the server is shutting down");
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        }
    }

    @Test
    void endOfTheScopeLeavesNoInterrupt() {
        try (var scope = CallScope.open(deadlines, 60_000)) {
            assertThat(scope.await(() -> {
                        scope.end(CallScope.End.CLIENT);
                        return "done";
                    }))
                    .isEqualTo("done");
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }
}
