package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.call.CallScope;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Which connection a call runs on. A queue takes a permit when it begins and gives it back when the last call in it has
 * its answer. While a call waits for a connection of its own no queue takes further calls, so that queues end.
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
     * @return whether it has joined one
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
            // All queues are long or do not move. They need not end while others join them, so look again.
            permitted = permits.acquire(scope, wait);
        }
        return false;
    }

    /** Waits for a permit for a call that needs a connection alone. */
    void acquireAlone(CallScope scope) {
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
     * While a call waits for a connection alone no queue can be joined, and a short wait would lose the place behind it
     * each time. It ends all the same: what follows may be a queue that never does.
     */
    private long longer(long wait) {
        return Math.min(2 * wait, waitingAlone.get() > 0 ? LONGEST_DOUBLED : LONGEST_WAIT);
    }

    /** The first that moves: few connections carry many quick calls. */
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
