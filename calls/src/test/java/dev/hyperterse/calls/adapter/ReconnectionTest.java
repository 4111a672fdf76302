package dev.hyperterse.calls.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconnectionTest {
    private final AtomicInteger attempts = new AtomicInteger();
    private final Semaphore attempted = new Semaphore(0);
    private final Reconnection reconnection = new Reconnection("db", this::probe);
    private volatile Runnable meanwhile = () -> {};

    @AfterEach
    void stop() {
        reconnection.stop();
    }

    @Test
    void adapterIsTriedUntilItConnects() throws InterruptedException {
        reconnection.start();
        awaitAttempts(2);
    }

    @Test
    void failureDuringASuccessfulAttemptStartsAnother() throws InterruptedException {
        meanwhile = () -> {
            if (attempts.get() == 2) {
                reconnection.start();
            }
        };
        reconnection.start();
        awaitAttempts(3);
    }

    @Test
    void laterFailureStartsAnotherAttempt() throws InterruptedException {
        reconnection.start();
        awaitAttempts(2);
        reconnection.start();
        awaitAttempts(1);
    }

    /** It is up from the second attempt on. */
    private AdapterState probe() {
        var state = attempts.incrementAndGet() == 1 ? AdapterState.down("db", "away") : AdapterState.up("db");
        meanwhile.run();
        attempted.release();
        return state;
    }

    private void awaitAttempts(int count) throws InterruptedException {
        assertThat(attempted.tryAcquire(count, 60, TimeUnit.SECONDS))
                .as("%d more attempts", count)
                .isTrue();
    }
}
