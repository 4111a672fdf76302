package dev.hyperterse.runtime.source.kubernetes;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How patient a replica is with its API server.
 *
 * @param localCopyAfter how long a starting replica waits for the API server before it serves its own copy
 * @param silence a watch without a line, not even a bookmark, for so long is dead
 * @param check how often the index is read beside the watch
 * @param shortestPause pause after the first failure; doubles up to {@code longestPause}
 * @param keys how often session keys are read
 * @param keysAtMost how often at most they are read, also when ids come in that none of them sealed
 */
public record Timing(
        Duration localCopyAfter,
        Duration silence,
        Duration check,
        Duration shortestPause,
        Duration longestPause,
        Duration keys,
        Duration keysAtMost) {
    public static final Timing STANDARD = new Timing(
            Duration.ofSeconds(10),
            Duration.ofSeconds(90),
            Duration.ofSeconds(60),
            Duration.ofMillis(100),
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5));

    /** Between half and all of it, so that replicas that failed together do not come back together. */
    Duration pauseAfter(int failures) {
        var doubled = shortestPause.multipliedBy(1L << Math.min(failures, 16));
        var whole = doubled.compareTo(longestPause) > 0 ? longestPause : doubled;
        return betweenHalfAndAll(whole);
    }

    /** How long to wait for a reason to read the session keys before they are read without one. */
    Duration keysAfter() {
        return betweenHalfAndAll(keys);
    }

    private static Duration betweenHalfAndAll(Duration whole) {
        return Duration.ofNanos(ThreadLocalRandom.current().nextLong(whole.toNanos() / 2, whole.toNanos() + 1));
    }

    /** Between four and five minutes: the API server ends watches of replicas at different times. */
    long watchSeconds() {
        return ThreadLocalRandom.current().nextLong(240, 300);
    }
}
