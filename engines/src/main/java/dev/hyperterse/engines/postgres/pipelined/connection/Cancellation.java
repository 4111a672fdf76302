package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.engines.postgres.wire.WireConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Cancels statements on one connection. A cancel request names a connection, not a statement, so it may stop the next
 * one.
 */
final class Cancellation {
    private static final int ATTEMPTS = 5;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(200);
    /** A cancel request may take effect this long after it was sent, if the network or a proxy delays it. */
    private static final long LATE = Duration.ofSeconds(1).toNanos();

    private final WireConnection wire;
    private volatile boolean requested;
    private volatile long requestedAt;

    Cancellation(WireConnection wire) {
        this.wire = wire;
    }

    /** Repeats the request, because one that arrives before the statement has no effect; then runs {@code abort}. */
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
            // Aborted below.
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
            // The engine notices the closed connection by itself.
        }
    }

    /** Whether a request for another statement may have stopped a statement that was sent at that time. */
    boolean mayHaveHit(long sentAt) {
        return requested && sentAt - requestedAt < LATE;
    }

    private void request() throws IOException {
        intend();
        try {
            wire.cancel();
        } finally {
            // A request that the engine has not confirmed in time is the one that takes effect late.
            intend();
        }
    }

    /** A request is about to be sent, and may take effect from now on. */
    void intend() {
        requestedAt = System.nanoTime();
        requested = true;
    }

    /** Whether a request was sent, or is about to be. */
    boolean requested() {
        return requested;
    }
}
