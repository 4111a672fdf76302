package dev.hyperterse.http.connection;

import java.time.Duration;

/**
 * The time that a client has to send a request, from its first byte to its last. Between requests a connection may be
 * idle for longer.
 *
 * @param pause longest pause without a byte
 * @param total how long all of it may take, however steadily it arrives
 */
public record ReadLimits(Duration pause, Duration total) {
    /** Long enough for a large request over a bad line. */
    public static ReadLimits standard() {
        return new ReadLimits(Duration.ofSeconds(10), Duration.ofSeconds(30));
    }
}
