package dev.hyperterse.engines.redis;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The connections to one node. The most recently used one is taken first, so that surplus connections become idle. A
 * caller holds a permit of the adapter while it has a connection, so there are never more than the adapter allows.
 */
final class NodePool {
    private final ConcurrentLinkedDeque<RedisConnection> idle = new ConcurrentLinkedDeque<>();
    private final Set<RedisConnection> inUse = ConcurrentHashMap.newKeySet();
    private final long longestLife;
    private final long longestIdle;
    /** Connections made before this moment are not used again. */
    private volatile long broken;

    private volatile boolean closed;

    NodePool(long longestLife, long longestIdle) {
        this.longestLife = longestLife;
        this.longestIdle = longestIdle;
        // The first connection is older than its pool.
        this.broken = System.nanoTime() - longestLife;
    }

    Optional<RedisConnection> take() {
        for (var connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            if (isGood(connection)) {
                inUse.add(connection);
                return Optional.of(connection);
            }
            connection.abort();
        }
        return Optional.empty();
    }

    /** Registers a new connection as in use by the caller. */
    void begin(RedisConnection connection) {
        inUse.add(connection);
        if (closed) {
            connection.abort();
        }
    }

    void giveBack(RedisConnection connection) {
        connection.used();
        inUse.remove(connection);
        if (!isGood(connection)) {
            connection.abort();
            return;
        }
        idle.addFirst(connection);
        if (closed && idle.remove(connection)) {
            connection.abort();
        }
    }

    void discard(RedisConnection connection) {
        inUse.remove(connection);
        connection.abort();
    }

    private boolean isGood(RedisConnection connection) {
        return !closed && connection.madeAt() - broken > 0 && System.nanoTime() - connection.madeAt() < longestLife;
    }

    /** A connection broke during a call: older ones have most likely broken too, and are not used again. */
    void connectionsBroke() {
        broken = System.nanoTime();
    }

    /** Closes connections that are idle for too long, down to that many. */
    void sweep(int minIdle) {
        for (var connection = idle.peekLast(); connection != null; connection = idle.peekLast()) {
            var idleForLong = System.nanoTime() - connection.usedAt() > longestIdle && size() > minIdle;
            if (!idleForLong && isGood(connection) || !idle.remove(connection)) {
                return;
            }
            connection.abort();
        }
    }

    int size() {
        return idle.size() + inUse.size();
    }

    boolean inUse() {
        return !inUse.isEmpty();
    }

    /** No call begins after this; running calls may finish. */
    void retire() {
        closed = true;
        take();
    }

    void close() {
        retire();
        inUse.forEach(RedisConnection::abort);
    }
}
