package dev.hyperterse.http.connection;

import java.time.Duration;

/**
 * How long a client may take to send a request, from its first byte to its last. Between requests a connection may be
 * idle for longer.
 *
 * @param pause how long nothing of it may arrive
 * @param total how long all of it may take, however steadily it arrives
 */
public record ReadLimits(Duration pause, Duration total) {
    /** Long enough for a large request over a bad line. */
    public static ReadLimits standard() {
        return new ReadLimits(Duration.ofSeconds(10), Duration.ofSeconds(30));
    }
}
