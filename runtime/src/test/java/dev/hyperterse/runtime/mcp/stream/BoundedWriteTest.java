package dev.hyperterse.runtime.mcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundedWriteTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int WRITES = 300_000;

    private final BoundedWrite write = new BoundedWrite();

    @AfterEach
    void leaveTheThreadOfTestsAlone() {
        Thread.interrupted();
    }

    @Test
    void aWriteThatTakesTooLongIsInterrupted() {
        write.begin();
        long began = System.nanoTime();
        assertThat(write.endedAfter(PATIENCE, began + PATIENCE.toNanos() / 2)).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(write.endedAfter(PATIENCE, began + 2 * PATIENCE.toNanos())).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void whoDoesNotWriteIsLeftAlone() {
        assertThat(write.endedAfter(Duration.ZERO, System.nanoTime())).isFalse();
        write.begin();
        write.end();
        assertThat(write.endedAfter(Duration.ZERO, System.nanoTime())).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** The watch looked, the write ended, the watch interrupted: whatever its thread did next was hit. */
    @Test
    void anInterruptNeverOutlivesTheWriteItWasFor() throws InterruptedException {
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
