package dev.hyperterse.operator.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.queue.PlayedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WriteLimitTest {
    private final PlayedTimer timer = new PlayedTimer();
    private final List<Duration> waited = new ArrayList<>();
    private final WriteLimit limit = new WriteLimit(timer, waited::add, 4, 1);
    private final Queue<String> written = new ConcurrentLinkedQueue<>();
    private volatile String known = "old";

    @Test
    void anUnchangedStatusTakesNoTurn() {
        for (var number = 0; number < 100; number++) {
            limit.run("shop", () -> {});
        }
        write(() -> "one");
        write(() -> "two");
        assertThat(written).containsExactly("one", "two");
        assertThat(waited).containsExactly(Duration.ZERO, Duration.ofMillis(250));
    }

    @Test
    void writesAreEvenlySpaced() {
        writeAt(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofMillis(600));
        assertThat(waited)
                .containsExactly(Duration.ZERO, Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofMillis(150));
    }

    @Test
    void timeWithoutWritesIsNotSaved() {
        writeAt(Duration.ZERO, Duration.ofMinutes(1), Duration.ZERO);
        assertThat(waited).containsExactly(Duration.ZERO, Duration.ZERO, Duration.ofMillis(250));
    }

    /** @param after the write before it */
    private void writeAt(Duration... after) {
        for (var wait : after) {
            timer.pass(wait);
            write(() -> "one");
        }
    }

    @Test
    void aStatusIsComputedAfterTheWaitForItsTurn() throws InterruptedException {
        var writing = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        var first = Thread.startVirtualThread(() -> write(() -> {
            writing.countDown();
            await(end);
            return "first";
        }));
        writing.await();
        var second = Thread.startVirtualThread(() -> write(() -> known));
        while (second.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
        known = "new";
        end.countDown();
        first.join();
        second.join();
        assertThat(written).containsExactly("first", "new");
    }

    /** Ten thousand statuses of one namespace take half a minute at 300 a second. */
    @Test
    void manyStatusesOfANamespaceDelayAnotherAsLittleAsOne() throws InterruptedException {
        var writing = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        threads.add(Thread.startVirtualThread(() -> write("a", () -> {
            writing.countDown();
            await(end);
            return "a";
        })));
        writing.await();
        for (var namespace : List.of("a", "a", "a", "b")) {
            var thread = Thread.startVirtualThread(() -> write(namespace, () -> namespace));
            while (thread.getState() != Thread.State.WAITING) {
                LockSupport.parkNanos(1_000_000);
            }
            threads.add(thread);
        }
        end.countDown();
        for (var thread : threads) {
            thread.join();
        }
        assertThat(written).containsExactly("a", "a", "b", "a", "a");
    }

    private void write(Supplier<String> status) {
        write("shop", status);
    }

    private void write(String namespace, Supplier<String> status) {
        limit.run(namespace, () -> {
            var found = status.get();
            limit.awaitTurn();
            written.add(found);
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
