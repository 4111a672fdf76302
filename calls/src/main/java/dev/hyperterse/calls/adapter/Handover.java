package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.retry.Backoff;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The pauses with which a replica tries new settings: a random one first, so that the replicas of a server do not all
 * connect at the same moment, then growing ones.
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
