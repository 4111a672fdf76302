package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineStartTest {
    private static final int SHORT_MILLIS = 20;
    private static final int LONG_MILLIS = 60_000;

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();

    @AfterEach
    void end() {
        deadlines.close();
    }

    /** A script's first call on a busy machine failed: "the call took too long". */
    @Test
    void timeOfTheCallStandsStillWhileTheEngineStarts() {
        try (var scope = CallScope.open(deadlines, LONG_MILLIS)) {
            Thread.ofVirtual().start(() -> {
                awaitPause(scope);
                ready.complete(null);
            });

            EngineStart.await(ready, scope);

            assertThat(ready).isCompleted();
            assertThat(standsStill(scope)).isFalse();
        }
    }

    private static void awaitPause(CallScope scope) {
        while (!standsStill(scope)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean standsStill(CallScope scope) {
        var remaining = scope.remainingNanos();
        var later = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
        while (System.nanoTime() < later) {
            LockSupport.parkNanos(1_000_000);
        }
        return scope.remainingNanos() == remaining;
    }

    @Test
    void callThatIsCancelledDoesNotWait() {
        try (var scope = CallScope.open(deadlines, LONG_MILLIS)) {
            Thread.ofVirtual().start(() -> scope.end(CallScope.End.CLIENT));

            assertThatThrownBy(() -> EngineStart.await(ready, scope))
                    .isInstanceOf(CallFailure.class)
                    .hasMessage("the call was cancelled");
        }
    }

    @Test
    void timeOfTheCallContinuesAfterTheStart() {
        try (var scope = CallScope.open(deadlines, SHORT_MILLIS)) {
            ready.complete(null);
            EngineStart.await(ready, scope);

            var waits = new CompletableFuture<CallScope.End>();
            scope.listen(waits::complete);
            assertThat(waits.join()).isEqualTo(CallScope.End.DEADLINE);
        }
    }

    @Test
    void failedStartFailsTheCall() {
        ready.completeExceptionally(new IllegalArgumentException("no memory"));
        try (var scope = CallScope.open(deadlines, LONG_MILLIS)) {
            assertThatThrownBy(() -> EngineStart.await(ready, scope))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the script engine does not start")
                    .hasRootCauseMessage("no memory");
        }
    }
}
