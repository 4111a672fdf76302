package dev.hyperterse.runtime.mcp.stream;

import java.time.Duration;

/**
 * The timings of streams.
 *
 * @param gap the least time between two notifications of one kind on one stream
 * @param spread how far the streams of a replica are spread when there are more than {@code spreadAbove}
 * @param comment how often a silent stream is written to, so that dead peers and idle proxies show
 * @param writeTimeout how long a write may block before its stream is dropped
 */
public record StreamTimings(Duration gap, Duration spread, int spreadAbove, Duration comment, Duration writeTimeout) {
    public static StreamTimings standard() {
        return new StreamTimings(
                Duration.ofSeconds(1), Duration.ofSeconds(1), 1_000, Duration.ofSeconds(20), Duration.ofSeconds(5));
    }
}
