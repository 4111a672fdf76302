package dev.hyperterse.runtime.http;

import java.time.Duration;

/**
 * How long peers may take. Whoever is slower than any honest client holds buffers that others need.
 *
 * @param body from the first byte of a request's body to its last
 * @param write how long one write of an answer may block
 * @param silence how long nobody may have asked for anything before the listener closes
 */
record Timeouts(Duration body, Duration write, Duration silence) {
    /** Long enough for a large request or answer over a bad line. */
    static Timeouts standard() {
        return new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMillis(500));
    }

    /** Whoever stops a server on a desk waits for the prompt. */
    static Timeouts onADesk() {
        return new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ZERO);
    }
}
