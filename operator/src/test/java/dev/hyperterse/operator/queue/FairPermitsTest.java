package dev.hyperterse.operator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FairPermitsTest {
    private final FairPermits permits = new FairPermits(1);
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();

    @Test
    void aTurnThatIsGivenUpGoesToTheNext() throws InterruptedException {
        permits.acquire("a");
        var stopped = waiting("a");
        var next = waiting("b");
        stopped.interrupt();
        stopped.join();
        permits.release();
        next.join();
        permits.acquire("a");
        assertThat(ended).containsExactly("a is stopped", "b");
    }

    private Thread waiting(String namespace) {
        var thread = Thread.startVirtualThread(() -> {
            try {
                permits.acquire(namespace);
                ended.add(namespace);
                permits.release();
            } catch (InterruptedException stopping) {
                ended.add(namespace + " is stopped");
            }
        });
        while (thread.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(1_000_000);
        }
        return thread;
    }
}
