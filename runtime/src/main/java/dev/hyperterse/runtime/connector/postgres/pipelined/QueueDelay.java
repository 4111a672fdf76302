package dev.hyperterse.runtime.connector.postgres.pipelined;

import java.time.Duration;

/**
 * Estimates how long a call would wait behind others on one connection, from the usual times of their statements.
 * Written under the lock of the connection.
 */
final class QueueDelay {
    /** A call that would wait longer takes another connection, if one is free. */
    private static final long WORTH_WAITING = Duration.ofMillis(2).toNanos();

    private static final int DEPTH = 16;
    /** Where no other connection is to be had, a long queue is better than none. */
    private static final int SATURATED_DEPTH = 256;

    /** A queue that has not moved for so long has something slow at its head. */
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

    /** @return what the engine took for the one at the head */
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

    /** Also without the lock. */
    boolean isFull(boolean saturated) {
        return length >= (saturated ? SATURATED_DEPTH : DEPTH);
    }

    boolean isWorthJoining(long now, long nanos, boolean saturated) {
        var still = now - movedAt;
        return !isFull(saturated) && (saturated ? still < STALLED : still < FRESH && expected + nanos < WORTH_WAITING);
    }
}
