package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.connector.postgres.wire.WireConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Stops what runs on one connection. The engine is asked for a connection, not for a statement: it may be the next one. */
final class Cancellation {
    private static final int ATTEMPTS = 5;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(200);
    /** So long after a request its effect may still show, where something between here and the engine delays it. */
    private static final long LATE = Duration.ofSeconds(1).toNanos();

    private final WireConnection wire;
    private volatile boolean requested;
    private volatile long requestedAt;

    Cancellation(WireConnection wire) {
        this.wire = wire;
    }

    /** More than once: a request that comes before the statement has no effect. Then {@code abort}. */
    void run(BooleanSupplier stillRuns, Runnable abort) {
        try {
            for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
                if (!stillRuns.getAsBoolean()) {
                    return;
                }
                request();
                Thread.sleep(BETWEEN_ATTEMPTS);
            }
        } catch (IOException unreachable) {
            // Then the connection ends below.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (stillRuns.getAsBoolean()) {
            abort.run();
        }
    }

    void once() {
        try {
            request();
        } catch (IOException unreachable) {
            // Then the engine finds out by itself that its client is gone.
        }
    }

    /** Whether a statement sent at that time may have been stopped by a request for another one. */
    boolean mayHaveHit(long sentAt) {
        return requested && sentAt - requestedAt < LATE;
    }

    private void request() throws IOException {
        intend();
        wire.cancel();
        intend();
    }

    /** From now on a request may come. */
    void intend() {
        requestedAt = System.nanoTime();
        requested = true;
    }

    /** Whether there was a request, or may be one that is still on its way. */
    boolean requested() {
        return requested;
    }
}
