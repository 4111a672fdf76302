package dev.hyperterse.runtime.http;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Watches responses in progress. The stream of a slow call is opened and gets keep-alives: proxies drop silent
 * connections, and with HTTP/1.1 only a write detects a lost peer. A peer that does not read is disconnected, so that
 * it cannot hold buffers. A fast call costs one entry in a set.
 */
final class ResponseWatchdog implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration SLOW = Duration.ofMillis(500);
    /** A request that begins after a check is checked again before it counts as slow. */
    private static final Duration LOOK_AT_NOTHING = SLOW.minus(LOOK);

    private static final Duration COMMENT = Duration.ofSeconds(2);

    /** While buffers are scarce: a few stalled clients must not make other calls fail as busy for long. */
    private static final Duration WRITE_PAUSE_WHILE_SCARCE = Duration.ofSeconds(2);

    private final Duration writeTimeout;
    private final BufferBudget budget;
    private final Set<PostStream> answering = ConcurrentHashMap.newKeySet();
    private final PeriodicWorker worker;

    /**
     * @param writeTimeout the timeout for a peer to read a response
     * @param budget holds responses until they are written
     */
    ResponseWatchdog(Duration writeTimeout, BufferBudget budget) {
        this.writeTimeout = writeTimeout;
        this.budget = budget;
        this.worker =
                PeriodicWorker.start("slow calls", () -> answering.isEmpty() ? LOOK_AT_NOTHING : LOOK, this::look);
    }

    void watch(PostStream stream) {
        answering.add(stream);
    }

    void forget(PostStream stream) {
        answering.remove(stream);
    }

    private void look() {
        long now = System.nanoTime();
        var pause = writePause();
        for (var stream : answering) {
            stream.dropIfStuck(now, pause, writeTimeout);
            stream.watchIfSlow(now, SLOW);
            if (stream.startsKeepAlive(now, SLOW)) {
                // A thread for each stream: a stalled peer must not delay the streams of others.
                Thread.ofVirtual().name("slow call").start(() -> keepAlive(stream));
            }
        }
    }

    /** The maximum pause of a peer's reads. */
    private Duration writePause() {
        return budget.scarce() && writeTimeout.compareTo(WRITE_PAUSE_WHILE_SCARCE) > 0
                ? WRITE_PAUSE_WHILE_SCARCE
                : writeTimeout;
    }

    private static void keepAlive(PostStream stream) {
        do {
            stream.comment();
        } while (!stream.finished() && stream.open() && paused(COMMENT));
    }

    private static boolean paused(Duration pause) {
        try {
            Thread.sleep(pause);
            return true;
        } catch (InterruptedException ended) {
            return false;
        }
    }

    @Override
    public void close() {
        worker.close();
    }
}
