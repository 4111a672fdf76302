package dev.hyperterse.runtime.mcp.stream;

import java.time.Duration;

/**
 * The timings of streams.
 *
 * @param gap the minimum time between two notifications of one kind on one stream
 * @param spread the time over which the streams of a replica are notified if there are more than {@code spreadAbove}
 * @param comment the interval of keep-alives, which detect dead peers and prevent idle proxies from closing
 * @param writeTimeout the time that a write may block before its stream is dropped
 */
public record StreamTimings(Duration gap, Duration spread, int spreadAbove, Duration comment, Duration writeTimeout) {
    /** The last of 10,000 streams was notified 1 s after the change, its reload included (docs/reference/benchmarks.md). */
    public static StreamTimings standard() {
        return new StreamTimings(
                Duration.ofSeconds(1), Duration.ofMillis(400), 1_000, Duration.ofSeconds(20), Duration.ofSeconds(5));
    }
}
