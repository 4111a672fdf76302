package dev.hyperterse.runtime.adapter;

import dev.hyperterse.runtime.retry.Backoff;
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

    Duration afterAttempt(int attempt) {
        return new Backoff(firstPause, longestPause).pause(attempt, random);
    }
}
