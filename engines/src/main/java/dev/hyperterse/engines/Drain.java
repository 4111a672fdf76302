package dev.hyperterse.engines;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Lets the running calls of a connector finish, and then closes it. */
public final class Drain {
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(20);

    private Drain() {}

    /**
     * Returns at once.
     *
     * @param inUse whether calls have connections or wait for one
     */
    public static void start(String adapter, Duration longest, BooleanSupplier inUse, Runnable close) {
        var end = System.nanoTime() + longest.toNanos();
        Thread.ofVirtual().name("drain " + adapter).start(() -> {
            awaitUnused(end, inUse);
            close.run();
        });
    }

    private static void awaitUnused(long end, BooleanSupplier inUse) {
        try {
            do {
                // Sleeps first, for a call that was admitted just before and has no connection yet.
                Thread.sleep(BETWEEN_CHECKS);
            } while (inUse.getAsBoolean() && System.nanoTime() - end < 0);
        } catch (InterruptedException now) {
            Thread.currentThread().interrupt();
        }
    }
}
