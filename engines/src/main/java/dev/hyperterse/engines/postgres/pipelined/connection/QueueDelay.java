package dev.hyperterse.engines.postgres.pipelined.connection;

import java.time.Duration;

/**
 * Estimates how long a call would wait behind others on one connection, from the usual times of their statements.
 * Written under the lock of the connection.
 */
final class QueueDelay {
    /** A call that would wait longer takes another connection, if one is free. */
    private static final long WORTH_WAITING = Duration.ofMillis(2).toNanos();

    private static final int DEPTH = 16;
    /** The limit while no other connection is available. */
    private static final int SATURATED_DEPTH = 256;

    /** A queue without progress for this long has a slow statement at its head. */
    private static final long FRESH = Duration.ofMillis(1).toNanos();

    private static final long STALLED = Duration.ofMillis(50).toNanos();

    private long movedAt;
    private long expected;
    private volatile int length;

    void begin(long now) {
        movedAt = now;
        expected = 0;
        length = 0;
    }

    void add(long nanos) {
        expected += nanos;
        length++;
    }

    /** @return the time that the engine took for the head */
    long remove(PipelinedExchange head, long now) {
        var took = now - Math.max(movedAt, head.sentAt());
        expected -= head.expected();
        length--;
        movedAt = now;
        return took;
    }

    int length() {
        return length;
    }

    /** May be called without the lock. */
    boolean isFull(boolean saturated) {
        return length >= (saturated ? SATURATED_DEPTH : DEPTH);
    }

    boolean isWorthJoining(long now, long nanos, boolean saturated) {
        var still = now - movedAt;
        return !isFull(saturated) && (saturated ? still < STALLED : still < FRESH && expected + nanos < WORTH_WAITING);
    }
}
