package dev.hyperterse.runtime.http;

import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;

/**
 * The last moments of a listener. Each answer asks its client to leave the connection, because a connection that is
 * closed while the next request is on its way is a failed call; whoever is left after a moment of silence sends nothing.
 */
final class Departure {
    private volatile boolean begun;
    private volatile long lastAskedNanos;

    void begin() {
        lastAskedNanos = System.nanoTime();
        begun = true;
    }

    /** To be called for every request, before its answer. */
    void asked(ServerResponse response) {
        if (begun) {
            lastAskedNanos = System.nanoTime();
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
    }

    /** Whether nobody has asked for anything for so long. */
    boolean silentFor(Duration silence) {
        return System.nanoTime() - lastAskedNanos >= silence.toNanos();
    }
}
