package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedConnection;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The connections of a connector, in the order in which they were made. The first free one is taken, so that surplus
 * connections become idle. A caller holds a permit while it has a connection.
 */
final class ConnectionPool implements AutoCloseable {
    private static final long BETWEEN_LOOKS_MILLIS = 10;
    /** Connections that were made together do not end together. */
    private static final double JITTER = 0.05;

    private static final PipelinedConnection[] NONE = {};

    /** Makes a connection; empty when that fails, and the health of the adapter has the reason. */
    @FunctionalInterface
    interface Opening {
        Optional<PipelinedConnection> open();
    }

    private final Adapter adapter;
    private final Opening opening;
    private final ConnectionHealth health;
    private final Supplier<AdapterState> probe;
    private final long lifetime;
    /** Passes returned connections to waiting calls, so that a client that calls in a loop cannot overtake them. */
    private final LinkedTransferQueue<PipelinedConnection> awaited = new LinkedTransferQueue<>();
    /** The number of connections that exist or are being made. */
    private final AtomicInteger made = new AtomicInteger();
    /** The number of calls that wait for a connection. */
    private final AtomicInteger waiting = new AtomicInteger();
    /** Connections made before this moment are not used again. */
    private final AtomicLong broken = new AtomicLong(System.nanoTime() - 1);

    private volatile PipelinedConnection[] connections = NONE;
    private volatile boolean retired;

    ConnectionPool(Adapter adapter, Opening opening, ConnectionHealth health, Supplier<AdapterState> probe) {
        this.adapter = adapter;
        this.opening = opening;
        this.health = health;
        this.probe = probe;
        this.lifetime = TimeUnit.MILLISECONDS.toNanos(adapter.pool().maxLifetimeMillis());
    }

    PipelinedConnection[] connections() {
        return connections;
    }

    /**
     * A connection for exclusive use, which must be returned. If none is free, a new one is opened, and the call takes
     * the first of the new one and any that is returned: while the database refuses connections, only these are left.
     */
    PipelinedConnection take(CallScope scope) {
        var free = free();
        if (free.isPresent()) {
            return free.get();
        }
        waiting.incrementAndGet();
        try {
            return await(scope);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private PipelinedConnection await(CallScope scope) {
        var timeout = TimeUnit.MILLISECONDS.toNanos(adapter.pool().connectionTimeoutMillis());
        var end = System.nanoTime() + Math.min(timeout, scope.remainingNanos());
        Optional<Thread> attempt = Optional.empty();
        do {
            scope.check();
            if (retired || !health.worthTrying(probe)) {
                break;
            }
            if (attempt.filter(Thread::isAlive).isEmpty() && mayMake()) {
                attempt = Optional.of(
                        Thread.ofVirtual().name("connect " + adapter.name()).start(this::make));
            }
            var connection = next(scope);
            if (connection.isPresent()) {
                return connection.get();
            }
        } while (System.nanoTime() - end < 0);
        throw unavailable(scope);
    }

    /** A call whose own deadline has passed reports that: it does not show that the adapter is unavailable. */
    private CallFailure unavailable(CallScope scope) {
        scope.check();
        return scope.remainingNanos() <= 0
                ? scope.failureBy(CallScope.End.DEADLINE)
                : UnavailableFailures.adapter(adapter.name());
    }

    /** A connection that is returned within 10 ms, or one that became free just before this thread began to wait. */
    private Optional<PipelinedConnection> next(CallScope scope) {
        try {
            var connection = Optional.ofNullable(awaited.poll(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS));
            return connection.isPresent() ? connection : free();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw unavailable(scope);
        }
    }

    private Optional<PipelinedConnection> free() {
        for (var connection : connections) {
            if (connection.poolEntry().hold()) {
                if (isGood(connection)) {
                    return Optional.of(connection);
                }
                remove(connection);
            }
        }
        return Optional.empty();
    }

    /** Whether a connection may serve further calls. */
    boolean isGood(PipelinedConnection connection) {
        var poolEntry = connection.poolEntry();
        return !retired
                && !connection.broken()
                && !connection.endedHere()
                && !poolEntry.isOver(System.nanoTime())
                && poolEntry.madeAt() - broken.get() > 0;
    }

    /** The holder no longer uses it. */
    void giveBack(PipelinedConnection connection) {
        connection.poolEntry().usedAt(System.nanoTime());
        offer(connection);
    }

    private void offer(PipelinedConnection connection) {
        if (!isGood(connection)) {
            remove(connection);
        } else if (!awaited.tryTransfer(connection)) {
            connection.poolEntry().release();
            if (retired && connection.poolEntry().hold()) {
                remove(connection);
            }
        }
    }

    /** A connection broke during a call: older ones have most likely broken too, and are not used again. */
    void connectionsBroke() {
        broken.set(System.nanoTime());
    }

    private boolean mayMake() {
        if (made.incrementAndGet() <= adapter.pool().maxSize()) {
            return true;
        }
        made.decrementAndGet();
        return false;
    }

    private void make() {
        var opened = Optional.<PipelinedConnection>empty();
        try {
            opened = opening.open();
        } finally {
            if (opened.isEmpty()) {
                made.decrementAndGet();
            }
        }
        opened.ifPresent(this::add);
    }

    private void add(PipelinedConnection connection) {
        connection.poolEntry().hold();
        connection.poolEntry().lifetime((long)
                (lifetime * (1 - JITTER * ThreadLocalRandom.current().nextDouble())));
        synchronized (this) {
            var more = Arrays.copyOf(connections, connections.length + 1);
            more[connections.length] = connection;
            connections = more;
        }
        offer(connection);
    }

    /** Closes a connection that the caller holds. */
    private void remove(PipelinedConnection connection) {
        synchronized (this) {
            connections = Arrays.stream(connections)
                    .filter(other -> other != connection)
                    .toArray(PipelinedConnection[]::new);
        }
        made.decrementAndGet();
        connection.terminate();
    }

    /**
     * Keeps a connection that was opened to probe the database, if fewer than the minimum are idle; closes it
     * otherwise.
     */
    void keep(PipelinedConnection connection) {
        if (!retired && connections.length < adapter.pool().minIdle() && mayMake()) {
            add(connection);
        } else {
            connection.terminate();
        }
    }

    /**
     * Closes connections that are idle for too long, outdated or ended by the engine, and makes new ones up to the
     * minimum.
     */
    void sweep() {
        var now = System.nanoTime();
        var longestIdle = TimeUnit.MILLISECONDS.toNanos(adapter.pool().idleTimeoutMillis());
        for (var connection : connections) {
            var idle = connection.poolEntry().idleNanos(now) > longestIdle
                    && connections.length > adapter.pool().minIdle();
            if (connection.poolEntry().hold()) {
                if (idle || connection.hasUnsolicitedInput()) {
                    remove(connection);
                } else {
                    offer(connection);
                }
            }
        }
        while (!retired && !health.down() && connections.length < adapter.pool().minIdle() && mayMake()) {
            var before = connections.length;
            make();
            if (connections.length <= before) {
                return;
            }
        }
    }

    /** Whether calls have connections or wait for one. */
    boolean inUse() {
        return waiting.get() > 0
                || Arrays.stream(connections)
                        .anyMatch(connection -> connection.poolEntry().isHeld());
    }

    /** Closes free connections immediately, and those in use when they are returned. */
    void retire() {
        retired = true;
        free();
    }

    @Override
    public void close() {
        retire();
        for (var connection : connections) {
            connection.cancelAndAbort();
        }
    }
}
