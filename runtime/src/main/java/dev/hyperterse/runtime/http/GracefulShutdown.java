package dev.hyperterse.runtime.http;

import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The graceful shutdown of a listener. Each answer asks its client to close the connection, because a connection that is
 * closed while the next request is on its way is a failed call. Connections that remain after a moment of silence are idle.
 */
final class GracefulShutdown {
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean begun;
    private volatile long lastHeardNanos;

    void begin() {
        lastHeardNanos = System.nanoTime();
        begun = true;
    }

    /** To be called for every request before its answer, and again right before an answer that took a while. */
    void asked(ServerResponse response) {
        if (begun) {
            lastHeardNanos = System.nanoTime();
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
    }

    /** The shutdown waits for a request from the last byte of its body to the last of its response: a body may never end. */
    void answering() {
        underWay.incrementAndGet();
    }

    /** The client may send its next request at once, for which the connection should still be open. */
    void answered() {
        if (begun) {
            lastHeardNanos = System.nanoTime();
        }
        underWay.decrementAndGet();
    }

    /** Whether no request is in progress, and none has arrived for that time. */
    boolean over(Duration silence) {
        return underWay.get() == 0 && System.nanoTime() - lastHeardNanos >= silence.toNanos();
    }
}
