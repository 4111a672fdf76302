package dev.hyperterse.runtime.http;

import java.time.Duration;

/**
 * How long peers may take. Whoever is slower than any honest client holds buffers that others need.
 *
 * @param body from the first byte of a request's body to its last
 * @param write how long one write of an answer may block
 */
record Timeouts(Duration body, Duration write) {
    /** Long enough for a large request or answer over a bad line. */
    static Timeouts standard() {
        return new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(30));
    }
}
