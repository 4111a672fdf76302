package dev.hyperterse.operator.queue;

import java.time.Duration;

/**
 * How a queue spreads work on one key.
 *
 * @param quiet so long after the last of several offers
 * @param longest so long after the first of them at the latest; and a key that was idle so long begins at once
 * @param atOnce so many runs may follow each other as closely as {@code quiet} lets them; each {@code longest} one more
 * @param firstPause after a failure; doubles up to {@code longestPause}
 */
public record Pace(Duration quiet, Duration longest, int atOnce, Duration firstPause, Duration longestPause) {
    public static final Pace STANDARD = new Pace(
            Duration.ofMillis(20),
            Duration.ofMillis(200),
            Integer.MAX_VALUE,
            Duration.ofMillis(100),
            Duration.ofSeconds(30));

    /**
     * For what every replica has to follow. Offers that come a little slower than {@code quiet}, such as those of one
     * kubectl that applies a thousand objects, would otherwise make a publication each.
     */
    public static final Pace PUBLISHING =
            new Pace(STANDARD.quiet, STANDARD.longest, 3, STANDARD.firstPause, STANDARD.longestPause);

    /** How much earlier than in step a run may begin. */
    long aheadNanos() {
        return (atOnce - 1) * longest.toNanos();
    }

    long pauseNanosAfter(int failures) {
        var doubled = firstPause.multipliedBy(1L << Math.min(failures - 1, 20));
        return Math.min(doubled.toNanos(), longestPause.toNanos());
    }
}
