package dev.hyperterse.engines.postgres.pipelined.connection;

import java.util.concurrent.atomic.AtomicBoolean;

/** The holder, the age and the maximum lifetime of a connection. */
public final class PoolEntry {
    private final AtomicBoolean held = new AtomicBoolean();
    private final long madeAt;
    private volatile long usedAt;
    private volatile long lifetime = Long.MAX_VALUE;

    PoolEntry(long now) {
        this.madeAt = now;
        this.usedAt = now;
    }

    /** Whether the caller has become the holder. */
    public boolean hold() {
        return !held.get() && held.compareAndSet(false, true);
    }

    public void release() {
        held.set(false);
    }

    public boolean isHeld() {
        return held.get();
    }

    public long madeAt() {
        return madeAt;
    }

    public void usedAt(long now) {
        usedAt = now;
    }

    public long idleNanos(long now) {
        return now - usedAt;
    }

    /** The maximum age. */
    public void lifetime(long nanos) {
        lifetime = nanos;
    }

    public boolean isOver(long now) {
        return now - madeAt >= lifetime;
    }
}
