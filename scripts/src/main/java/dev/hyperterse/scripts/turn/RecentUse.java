package dev.hyperterse.scripts.turn;

import java.util.concurrent.TimeUnit;

/** Recently used processor time: it counts half after each second. Guarded by the lock of the turns. */
public final class RecentUse {
    private static final long HALF_LIFE = TimeUnit.SECONDS.toNanos(1);
    private static final int FORGOTTEN = 62;

    private long nanos;
    private long at;

    long nanos(long now) {
        return nanos >> Math.min(FORGOTTEN, Math.max(0, now - at) / HALF_LIFE);
    }

    void add(long more, long now) {
        nanos = nanos(now) + more;
        at = now - Math.max(0, now - at) % HALF_LIFE;
    }
}
