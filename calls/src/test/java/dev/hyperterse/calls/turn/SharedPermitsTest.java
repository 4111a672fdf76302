package dev.hyperterse.calls.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SharedPermitsTest {
    private final SharedPermits<String> permits = new SharedPermits<>(8);

    @Test
    void greedyHolderLeavesPermitsForOthers() throws Exception {
        acquire("greedy", 4);
        var fifth = waiting("greedy");

        acquire("other", 2);
        acquire("third", 1);

        assertThat(fifth.acquired()).isNotDone();
        release("greedy", 4);
        fifth.acquired().get();
    }

    @Test
    void freePermitGoesToTheHolderThatMayHaveIt() throws Exception {
        acquire("greedy", 4);
        acquire("other", 2);
        var greedy = waiting("greedy");
        var other = waiting("other");

        release("greedy", 1);
        other.acquired().get();

        assertThat(greedy.acquired()).isNotDone();
        greedy.thread().interrupt();
        assertThat(greedy.acquired()).failsWithin(Duration.ofMinutes(1));
    }

    @Test
    void interruptedWaitTakesNoPermit() throws Exception {
        acquire("shop", 4);
        var interrupted = waiting("shop");
        interrupted.thread().interrupt();
        interrupted.thread().join();

        release("shop", 4);
        acquire("shop", 4);
    }

    @Test
    void tryAcquireIsRefusedBeyondTheShareOfTheHolder() {
        for (var number = 0; number < 4; number++) {
            assertThat(permits.tryAcquire("greedy")).isTrue();
        }
        assertThat(permits.tryAcquire("greedy")).isFalse();
        assertThat(permits.tryAcquire("other")).isTrue();

        permits.release("greedy");
        assertThat(permits.tryAcquire("greedy")).isTrue();
    }

    @Test
    void smallerSizeRevokesNoPermitAndLargerOneWakesWaiters() throws Exception {
        acquire("greedy", 4);
        permits.resize(2);
        assertThat(permits.tryAcquire("other")).isFalse();
        var fifth = waiting("greedy");

        permits.resize(9);
        fifth.acquired().get();
    }

    private record Waiting(Thread thread, CompletableFuture<Void> acquired) {}

    /** Returns once its thread waits for a permit. */
    private Waiting waiting(String holder) {
        var acquired = new CompletableFuture<Void>();
        var thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                permits.acquire(holder);
                acquired.complete(null);
            } catch (InterruptedException interrupted) {
                acquired.completeExceptionally(interrupted);
            }
        });
        while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
        return new Waiting(thread, acquired);
    }

    private void acquire(String holder, int times) throws InterruptedException {
        for (var number = 0; number < times; number++) {
            permits.acquire(holder);
        }
    }

    private void release(String holder, int times) {
        for (var number = 0; number < times; number++) {
            permits.release(holder);
        }
    }
}
