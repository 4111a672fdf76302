package dev.hyperterse.calls.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff with jitter, so that clients which failed together do not retry together.
 *
 * @param first the maximum of the first pause; each later pause is twice as long, up to {@code longest}
 */
public record Backoff(Duration first, Duration longest) {
    /** Enough doublings from any first pause to any longest one, and few enough not to overflow. */
    private static final int MOST_DOUBLINGS = 20;

    /** @param failures the number of failed attempts before the last one; 0 for the first pause */
    public Duration pause(int failures, RandomGenerator random) {
        var doubled = first.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        return betweenHalfAndAll(doubled.compareTo(longest) > 0 ? longest : doubled, random);
    }

    /** A random pause for periodic work without a failure. */
    public static Duration betweenHalfAndAll(Duration whole, RandomGenerator random) {
        return Duration.ofNanos((long) (whole.toNanos() * (0.5 + random.nextDouble() / 2)));
    }
}
