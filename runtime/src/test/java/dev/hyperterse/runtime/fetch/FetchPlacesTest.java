package dev.hyperterse.runtime.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FetchPlacesTest {
    private final FetchPlaces places = new FetchPlaces(8);

    @Test
    void namespaceAtItsLimitLeavesSlotsForOthers() throws Exception {
        enter("greedy", 4);
        var fifth = waiting("greedy");

        enter("other", 2);
        enter("third", 1);

        assertThat(fifth.entered()).isNotDone();
        leave("greedy", 4);
        fifth.entered().get();
    }

    @Test
    void releasedSlotGoesToANamespaceBelowItsLimit() throws Exception {
        enter("greedy", 4);
        enter("other", 2);
        var greedy = waiting("greedy");
        var other = waiting("other");

        leave("greedy", 1);
        other.entered().get();

        assertThat(greedy.entered()).isNotDone();
        greedy.thread().interrupt();
        assertThat(greedy.entered()).failsWithin(Duration.ofMinutes(1));
    }

    @Test
    void interruptedWaitTakesNoSlot() throws Exception {
        enter("shop", 4);
        var interrupted = waiting("shop");
        interrupted.thread().interrupt();
        interrupted.thread().join();

        leave("shop", 4);
        enter("shop", 4);
    }

    private record Waiting(Thread thread, CompletableFuture<Void> entered) {}

    /** Returns once its thread waits for a place. */
    private Waiting waiting(String namespace) {
        var entered = new CompletableFuture<Void>();
        var thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                places.enter(namespace);
                entered.complete(null);
            } catch (InterruptedException interrupted) {
                entered.completeExceptionally(interrupted);
            }
        });
        while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return new Waiting(thread, entered);
    }

    private void enter(String namespace, int times) throws InterruptedException {
        for (var number = 0; number < times; number++) {
            places.enter(namespace);
        }
    }

    private void leave(String namespace, int times) {
        for (var number = 0; number < times; number++) {
            places.leave(namespace);
        }
    }
}
