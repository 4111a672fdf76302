package dev.hyperterse.runtime.http;

import dev.hyperterse.http.connection.ReadLimits;
import java.time.Duration;

/**
 * The timeouts of clients. A client that is slower than these holds buffers that others need.
 *
 * @param request for a request to arrive
 * @param write for a client to read a response
 * @param silence time without requests after which a draining listener closes
 */
public record Timeouts(ReadLimits request, Duration write, Duration silence) {
    /** Long enough for a large response over a slow connection. */
    private static final Duration WRITE = Duration.ofSeconds(30);

    static Timeouts standard() {
        return new Timeouts(ReadLimits.standard(), WRITE, Duration.ofMillis(500));
    }

    /** Shorter timeouts, because a developer who stops a server waits for the prompt. */
    static Timeouts onADesk() {
        return new Timeouts(ReadLimits.standard(), WRITE, Duration.ZERO);
    }
}
