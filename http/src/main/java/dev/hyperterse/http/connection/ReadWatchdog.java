package dev.hyperterse.http.connection;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends connections that are idle, and requests that take too long to arrive. It looks at all connections now and then,
 * because a timeout for each read would wake a thread for each call.
 */
final class ReadWatchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadWatchdog.class);
    /** A late request is ended late by at most a part of what it was given. */
    private static final int LOOKS_IN_A_PAUSE = 5;
    /** The rest of a request that was refused is not waited for much longer, however long requests may take. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

    private final ReadLimits limits;
    private final byte[] answer;
    private final Duration look;
    private final OpenConnections connections;
    private final Thread thread;

    ReadWatchdog(OpenConnections connections, ReadLimits limits, byte[] answer) {
        this.connections = connections;
        this.limits = limits;
        this.answer = answer;
        var part = limits.pause().dividedBy(LOOKS_IN_A_PAUSE);
        this.look = part.compareTo(LONGEST_LOOK) < 0 ? part : LONGEST_LOOK;
        this.thread = Thread.ofVirtual().name("late requests").start(this::watch);
    }

    private void watch() {
        while (paused()) {
            long now = System.nanoTime();
            connections.forEach(connection -> endIfLate(connection, now));
        }
    }

    private void endIfLate(Arrivals connection, long now) {
        try {
            connection.endIfLate(now, limits, answer);
        } catch (RuntimeException fault) {
            // One connection that cannot be ended must not keep the others open.
            LOG.atError()
                    .addKeyValue("event", "late_request_not_ended")
                    .setCause(fault)
                    .log("a request that takes too long could not be ended");
        }
    }

    private boolean paused() {
        try {
            Thread.sleep(look);
            return true;
        } catch (InterruptedException closed) {
            return false;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
