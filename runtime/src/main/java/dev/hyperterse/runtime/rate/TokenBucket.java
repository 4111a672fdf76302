package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The calls that may come now, as one number: the moment at which as many as ever may come at once. Each call puts it off
 * by the time that one call takes its share of the minute.
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
                // Fewer may come at once than when these were taken: the settings have changed.
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

    /** Whether it is what a new one would be. */
    boolean isFull(long now) {
        return fullAt.get() - now <= 0;
    }
}
