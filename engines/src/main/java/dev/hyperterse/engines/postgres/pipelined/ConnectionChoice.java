package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedConnection;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Chooses the connection of a call. A queue takes a permit when it begins and releases it after the response to its
 * last call. While a call waits for an exclusive connection, no queue accepts further calls, so that queues end.
 */
final class ConnectionChoice {
    private static final long SHORTEST_WAIT = Duration.ofMillis(2).toNanos();
    private static final long LONGEST_WAIT = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_DOUBLED = Duration.ofSeconds(1).toNanos();

    private final Permits permits;
    private final Supplier<PipelinedConnection[]> connections;
    private final AtomicInteger waitingAlone = new AtomicInteger();

    ConnectionChoice(Permits permits, Supplier<PipelinedConnection[]> connections) {
        this.permits = permits;
        this.connections = connections;
    }

    /**
     * Joins a queue, or takes a permit to begin one.
     *
     * @return whether it has joined a queue
     */
    boolean joinOrAcquire(PipelinedExchange exchange, long size, CallScope scope) {
        if (join(exchange, size)) {
            return true;
        }
        var permitted = permits.tryAcquire();
        for (var wait = SHORTEST_WAIT; !permitted; wait = longer(wait)) {
            if (joinShortest(exchange, size)) {
                return true;
            }
            // All queues are full or stalled. Others may join them, so they need not end; look again.
            permitted = permits.acquire(scope, wait);
        }
        return false;
    }

    /** Waits for a permit for a call that needs an exclusive connection. */
    void acquireExclusive(CallScope scope) {
        scope.check();
        if (permits.tryAcquire()) {
            return;
        }
        waitingAlone.incrementAndGet();
        try {
            permits.acquire(scope);
        } finally {
            waitingAlone.decrementAndGet();
        }
    }

    /**
     * While a call waits for an exclusive connection, no queue can be joined, and each short wait would lose the
     * position behind that call. The wait is bounded all the same: the next holder of the permit may be a queue that
     * does not end.
     */
    private long longer(long wait) {
        return Math.min(2 * wait, waitingAlone.get() > 0 ? LONGEST_DOUBLED : LONGEST_WAIT);
    }

    /** The first queue that makes progress: few connections carry many quick calls. */
    private boolean join(PipelinedExchange exchange, long size) {
        if (waitingAlone.get() > 0) {
            return false;
        }
        for (var connection : connections.get()) {
            if (connection.join(exchange, size, false)) {
                return true;
            }
        }
        return false;
    }

    private boolean joinShortest(PipelinedExchange exchange, long size) {
        if (waitingAlone.get() > 0) {
            return false;
        }
        var all = connections.get().clone();
        Arrays.sort(all, Comparator.comparingInt(PipelinedConnection::length));
        for (var connection : all) {
            if (connection.join(exchange, size, true)) {
                return true;
            }
        }
        return false;
    }
}
