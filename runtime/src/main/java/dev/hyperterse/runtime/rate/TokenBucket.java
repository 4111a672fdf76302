package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket, stored as the time at which it will be full. Each call moves that time by the interval of the rate.
 */
final class TokenBucket {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    /** By how much the time of a call may be behind that of others, whose tokens it must not give back. */
    private static final long HELD_UP = Duration.ofSeconds(1).toNanos();

    private final AtomicLong fullAt;
    private final boolean ofSeveralRates;

    /**
     * @param ofSeveralRates whether calls with different rates use it: a call with a smaller burst must then not refill
     *     it for others
     */
    TokenBucket(long now, boolean ofSeveralRates) {
        this.fullAt = new AtomicLong(now);
        this.ofSeveralRates = ofSeveralRates;
    }

    /** Takes the token of one call and returns 0; otherwise returns the nanoseconds until a token is available. */
    long take(Rate rate, long now) {
        var interval = MINUTE / rate.perMinute();
        var depth = interval * rate.burst();
        while (true) {
            var at = fullAt.get();
            if (at - now > depth + HELD_UP && !ofSeveralRates) {
                // The burst was reduced after these tokens were taken.
                fullAt.compareAndSet(at, now + depth);
                continue;
            }
            var behind = Math.max(0, at - now) + interval;
            if (behind > depth) {
                return behind - depth;
            }
            if (fullAt.compareAndSet(at, now + behind)) {
                return 0;
            }
        }
    }

    /** Returns the token of a call that another limit has refused. */
    void giveBack(Rate rate) {
        fullAt.addAndGet(-(MINUTE / rate.perMinute()));
    }

    /** Whether the bucket is full, like a new one. */
    boolean isFull(long now) {
        return fullAt.get() - now <= 0;
    }
}
