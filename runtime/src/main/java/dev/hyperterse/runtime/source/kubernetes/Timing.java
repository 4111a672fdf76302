package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.calls.retry.Backoff;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The timeouts and pauses of a replica's requests to the API server.
 *
 * @param localCopyAfter how long a starting replica waits for the API server before it serves its own copy
 * @param silence a watch without a line, not even a bookmark, for so long is dead
 * @param check how often the index is read beside the watch
 * @param shortestPause pause after the first failure, or the first watch that ends at once; doubles up to
 *     {@code longestPause}
 * @param keys how often the seed of session keys is read
 * @param keysAtMost how often at most it is read, also when ids come in that no key of it sealed
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

    Duration pauseAfter(int failures) {
        return new Backoff(shortestPause, longestPause).pause(failures, ThreadLocalRandom.current());
    }

    /** How long to wait for a reason to read the seed of session keys before it is read without one. */
    Duration keysAfter() {
        return Backoff.betweenHalfAndAll(keys, ThreadLocalRandom.current());
    }

    /** Between four and five minutes: the API server ends watches of replicas at different times. */
    long watchSeconds() {
        return ThreadLocalRandom.current().nextLong(240, 300);
    }
}
