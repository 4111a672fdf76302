package dev.hyperterse.runtime.connector.postgres;

import java.time.Duration;

/**
 * How fast the line of calls on a shared connection moves, and so whether it is worth joining. Written under the lock of
 * that connection; whoever waits looks at it without.
 */
final class LinePace {
    /** Behind a statement that turns out slow nobody waits longer. */
    static final long STALLED = Duration.ofMillis(50).toNanos();

    /** Whoever would wait longer than this behind others takes another connection, if there is one. */
    private static final long WORTH_WAITING = 500_000;

    private static final long FRESH = Duration.ofMillis(1).toNanos();
    private static final int MOST_CALLS = 256;

    private volatile long movedAt;
    /** What the engine took for a call lately. */
    private long pace;

    void moved(long now) {
        movedAt = now;
    }

    void answered(long now, long tookNanos) {
        pace += (tookNanos - pace) / 8;
        movedAt = now;
    }

    long movedAt() {
        return movedAt;
    }

    /** @param pressed there is no other connection to be had, so that a long line is better than none */
    boolean worthJoining(int length, boolean pressed) {
        var still = System.nanoTime() - movedAt;
        return pressed ? still < STALLED && length < MOST_CALLS : still < FRESH && length * pace < WORTH_WAITING;
    }
}
