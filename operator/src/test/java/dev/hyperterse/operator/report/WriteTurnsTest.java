package dev.hyperterse.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.queue.PlayedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WriteTurnsTest {
    private final List<Duration> waited = new ArrayList<>();
    private final WriteTurns turns = new WriteTurns(new PlayedTimer(), waited::add, 4, 1);
    private final Queue<String> written = new ConcurrentLinkedQueue<>();
    private volatile String known = "old";

    @Test
    void whoeverHasNothingToWriteKeepsNobodyWaiting() {
        for (var number = 0; number < 100; number++) {
            turns.take(Optional::<String>empty, written::add);
        }
        turns.take(() -> Optional.of("one"), written::add);
        turns.take(() -> Optional.of("two"), written::add);
        assertThat(written).containsExactly("one", "two");
        assertThat(waited).containsExactly(Duration.ZERO, Duration.ofMillis(250));
    }

    @Test
    void whatIsWrittenAfterALongWaitIsWhatIsKnownThen() throws InterruptedException {
        var writing = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        var first = Thread.startVirtualThread(() -> turns.take(() -> Optional.of("first"), it -> {
            writing.countDown();
            await(end);
            written.add(it);
        }));
        writing.await();
        var second = Thread.startVirtualThread(() -> turns.take(() -> Optional.of(known), written::add));
        while (second.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        known = "new";
        end.countDown();
        first.join();
        second.join();
        assertThat(written).containsExactly("first", "new");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
