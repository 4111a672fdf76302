package dev.hyperterse.engines.postgres.pipelined;

import java.util.concurrent.atomic.AtomicBoolean;

/** The holder, the age and the maximum lifetime of a connection. */
final class PoolEntry {
    private final AtomicBoolean held = new AtomicBoolean();
    private final long madeAt;
    private volatile long usedAt;
    private volatile long lifetime = Long.MAX_VALUE;

    PoolEntry(long now) {
        this.madeAt = now;
        this.usedAt = now;
    }

    /** Whether the caller has become the holder. */
    boolean hold() {
        return !held.get() && held.compareAndSet(false, true);
    }

    void release() {
        held.set(false);
    }

    boolean isHeld() {
        return held.get();
    }

    long madeAt() {
        return madeAt;
    }

    void usedAt(long now) {
        usedAt = now;
    }

    long idleNanos(long now) {
        return now - usedAt;
    }

    /** The maximum age. */
    void lifetime(long nanos) {
        lifetime = nanos;
    }

    boolean isOver(long now) {
        return now - madeAt >= lifetime;
    }
}
