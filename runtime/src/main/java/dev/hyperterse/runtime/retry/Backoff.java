package dev.hyperterse.runtime.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses between attempts, of random length, so that what failed together does not come back together.
 *
 * @param first the whole first pause; each one after it is twice as long, up to {@code longest}
 */
public record Backoff(Duration first, Duration longest) {
    /** More doublings than lead from any first pause to any longest one, and few enough not to overflow. */
    private static final int MOST_DOUBLINGS = 20;

    /** @param failures how many attempts failed before the last one; 0 for the first pause */
    public Duration pause(int failures, RandomGenerator random) {
        var doubled = first.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        return betweenHalfAndAll(doubled.compareTo(longest) > 0 ? longest : doubled, random);
    }

    /** Of what is repeated at this pace without a failure. */
    public static Duration betweenHalfAndAll(Duration whole, RandomGenerator random) {
        return Duration.ofNanos((long) (whole.toNanos() * (0.5 + random.nextDouble() / 2)));
    }
}
