package dev.hyperterse.operator.queue;

import java.time.Duration;

/**
 * How a queue spreads work on one key.
 *
 * @param quiet so long after the last of several offers
 * @param longest so long after the first of them at the latest; and who was left alone so long begins at once
 * @param firstPause after a failure; doubles up to {@code longestPause}
 */
public record Pace(Duration quiet, Duration longest, Duration firstPause, Duration longestPause) {
    public static final Pace STANDARD =
            new Pace(Duration.ofMillis(20), Duration.ofMillis(200), Duration.ofMillis(100), Duration.ofSeconds(30));

    long pauseNanosAfter(int failures) {
        var doubled = firstPause.multipliedBy(1L << Math.min(failures - 1, 20));
        return Math.min(doubled.toNanos(), longestPause.toNanos());
    }
}
