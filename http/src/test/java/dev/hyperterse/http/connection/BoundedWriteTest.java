package dev.hyperterse.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundedWriteTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int WRITES = 300_000;

    private final BoundedWrite write = new BoundedWrite();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void slowWriteIsInterrupted() {
        var timed = new BoundedWrite(() -> 0);
        timed.begin();
        assertThat(timed.endedAfter(TIMEOUT, TIMEOUT.toNanos() / 2)).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(timed.endedAfter(TIMEOUT, 2 * TIMEOUT.toNanos())).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void threadWithoutAWriteIsNotInterrupted() {
        assertThat(write.endedAfter(Duration.ZERO, System.nanoTime())).isFalse();
        write.begin();
        write.end();
        assertThat(write.endedAfter(Duration.ZERO, System.nanoTime())).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** If the watchdog interrupts after the write ended, it hits whatever the thread does next. */
    @Test
    void interruptNeverOutlivesItsWrite() throws InterruptedException {
        var over = new AtomicBoolean();
        var interrupts = new AtomicInteger();
        var watch = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                if (write.endedAfter(Duration.ZERO, System.nanoTime())) {
                    interrupts.incrementAndGet();
                }
            }
        });
        int astray = 0;
        try {
            for (int count = 0; count < WRITES || interrupts.get() < 100; count++) {
                write.begin();
                write.end();
                if (Thread.interrupted()) {
                    astray++;
                }
            }
        } finally {
            over.set(true);
            watch.join();
        }
        assertThat(astray).isZero();
    }
}
