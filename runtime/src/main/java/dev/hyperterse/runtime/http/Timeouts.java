package dev.hyperterse.runtime.http;

import dev.hyperterse.http.connection.ReadLimits;
import java.time.Duration;

/**
 * The timeouts of clients. A client that is slower than any honest one holds buffers that others need.
 *
 * @param request how long a request may take to arrive
 * @param write how long a client may take to read an answer
 * @param silence how long there must have been no request before the listener closes
 */
record Timeouts(ReadLimits request, Duration write, Duration silence) {
    /** Long enough for a large response over a slow connection. */
    private static final Duration WRITE = Duration.ofSeconds(30);

    static Timeouts standard() {
        return new Timeouts(ReadLimits.standard(), WRITE, Duration.ofMillis(500));
    }

    /** A developer who stops a server waits for the prompt. */
    static Timeouts onADesk() {
        return new Timeouts(ReadLimits.standard(), WRITE, Duration.ZERO);
    }
}
