package dev.hyperterse.runtime.adapter;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The pace at which a replica tries new settings: after a random pause, so that the replicas of a server do not all
 * connect in the same moment, and again with growing pauses.
 */
public record Handover(Duration spread, Duration firstPause, Duration longestPause, RandomGenerator random) {
    public static Handover standard() {
        return new Handover(
                Duration.ofMillis(500), Duration.ofMillis(250), Duration.ofSeconds(15), RandomGenerator.getDefault());
    }

    Duration beforeFirstAttempt() {
        return Duration.ofNanos((long) (spread.toNanos() * random.nextDouble()));
    }

    /** Half to all of a pause that doubles each time. */
    Duration afterAttempt(int attempt) {
        var whole = Math.min(longestPause.toNanos(), firstPause.toNanos() << Math.min(attempt, 20));
        return Duration.ofNanos((long) (whole * (0.5 + random.nextDouble() / 2)));
    }
}
