package dev.hyperterse.operator.queue;

import java.time.Duration;

/**
 * The rate at which a queue processes one key.
 *
 * @param quiet delay after the last of several offers
 * @param longest longest delay after the first of them; a key that was idle for this time begins at once
 * @param atOnce number of runs that may follow each other after {@code quiet} only; one more for each {@code longest}
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
