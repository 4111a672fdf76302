package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket as one number: the time at which it is full. Each call moves it by the interval between two calls of the
 * rate.
 */
final class TokenBucket {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final AtomicLong fullAt;
    private final boolean ofSeveralRates;

    /** @param ofSeveralRates whether calls of several rates take from it: one of them then forgives nothing of another */
    TokenBucket(long now, boolean ofSeveralRates) {
        this.fullAt = new AtomicLong(now);
        this.ofSeveralRates = ofSeveralRates;
    }

    /** Takes the token of one call; otherwise returns after how many nanoseconds there will be one. */
    long take(Rate rate, long now) {
        var interval = MINUTE / rate.perMinute();
        var depth = interval * rate.burst();
        while (true) {
            var at = fullAt.get();
            if (at - now > depth && !ofSeveralRates) {
                // The burst has become smaller since these tokens were taken.
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

    /** Gives the token of a call back that another limit has refused. */
    void giveBack(Rate rate) {
        fullAt.addAndGet(-(MINUTE / rate.perMinute()));
    }

    /** Whether it equals a new bucket. */
    boolean isFull(long now) {
        return fullAt.get() - now <= 0;
    }
}
