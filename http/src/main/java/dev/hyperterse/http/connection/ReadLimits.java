package dev.hyperterse.http.connection;

import java.time.Duration;

/**
 * The time that a client has to send a request, from its first byte to its last, and the time between two requests.
 *
 * @param pause longest pause without a byte
 * @param total how long all of it may take, however steadily it arrives; and the client, to read a piece of an answer
 * @param idle how long a connection may be open without a request
 */
public record ReadLimits(Duration pause, Duration total, Duration idle) {
    /** Longer than proxies keep connections, so that they are the ones that close them. */
    private static final Duration IDLE = Duration.ofMinutes(10);

    public ReadLimits(Duration pause, Duration total) {
        this(pause, total, IDLE);
    }

    /** Long enough for a large request over a bad line. */
    public static ReadLimits standard() {
        return new ReadLimits(Duration.ofSeconds(10), Duration.ofSeconds(30));
    }
}
