package dev.hyperterse.runtime.http;

import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The graceful shutdown of a listener. Each response announces that its connection is closed, because a connection that
 * is closed while the client sends its next request makes that request fail. The shutdown is complete once no request
 * is in progress and none has arrived for a while.
 */
final class GracefulShutdown {
    private final AtomicInteger inProgress = new AtomicInteger();
    private volatile boolean begun;
    private volatile long lastActivityNanos;

    void begin() {
        lastActivityNanos = System.nanoTime();
        begun = true;
    }

    /**
     * Adds {@code Connection: close} during a shutdown. Called before each response, and again before one that took
     * long.
     */
    void announceClose(ServerResponse response) {
        if (begun) {
            lastActivityNanos = System.nanoTime();
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
    }

    /**
     * Called when the body of a request is complete. A body that is still read does not delay the shutdown: it may
     * never end.
     */
    void requestStarted() {
        inProgress.incrementAndGet();
    }

    /** Called when the response is sent. The client may send its next request at once, so its connection stays open. */
    void requestEnded() {
        if (begun) {
            lastActivityNanos = System.nanoTime();
        }
        inProgress.decrementAndGet();
    }

    /** Whether no request is in progress, and none has arrived for that time. */
    boolean isComplete(Duration silence) {
        return inProgress.get() == 0 && System.nanoTime() - lastActivityNanos >= silence.toNanos();
    }
}
