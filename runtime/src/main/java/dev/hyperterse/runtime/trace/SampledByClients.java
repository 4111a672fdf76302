package dev.hyperterse.runtime.trace;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the calls that are recorded because their clients are traced. A client can trace all its calls, and all spans
 * share one queue: beyond the limit per second, calls are sampled like those of other clients.
 */
final class SampledByClients {
    static final int MOST_A_SECOND = 100;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clock;
    private long began;
    private int taken;

    /** @param clock as {@link System#nanoTime} */
    SampledByClients(LongSupplier clock) {
        this.clock = clock;
        this.began = clock.getAsLong();
    }

    /** Whether one more call is recorded because of its client. */
    synchronized boolean take() {
        var now = clock.getAsLong();
        if (now - began >= SECOND) {
            began = now;
            taken = 0;
        }
        if (taken == MOST_A_SECOND) {
            return false;
        }
        taken++;
        return true;
    }
}
