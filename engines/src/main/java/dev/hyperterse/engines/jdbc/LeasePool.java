package dev.hyperterse.engines.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Leases on the physical connections, which HikariCP owns: it makes, validates and retires them. Borrowing from it for
 * each call would cost more than the call, so connections are borrowed for many calls, most recently used first, and
 * given back when they are old or have not been used for a while. A caller holds a permit while it has a lease.
 */
final class LeasePool<L extends Lease<?>> implements AutoCloseable {
    private static final long SLICE_MILLIS = 250;
    private static final long BETWEEN_LOOKS_MILLIS = 10;
    private static final long LONGEST_IDLE = Duration.ofSeconds(30).toNanos();
    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(5);

    /** Makes a lease of a connection that the pool has lent. */
    @FunctionalInterface
    interface Leasing<L> {
        L lease(Connection loan, long now) throws SQLException;
    }

    private final String adapter;
    private final ConnectionHealth health;
    private final HikariDataSource physical;
    private final long connectionTimeout;
    private final long lifetime;
    private final long longestIdle;
    private final ConcurrentLinkedDeque<L> idle = new ConcurrentLinkedDeque<>();
    /** Passes returned leases to waiting calls, so that a client that calls in a loop cannot overtake them. */
    private final LinkedTransferQueue<L> awaited = new LinkedTransferQueue<>();

    private final Leasing<L> leasing;
    private final Set<L> all;
    private final Supplier<AdapterState> probe;
    /** The time of the last broken connection; leases taken before it are not used again. */
    private final AtomicLong broken = new AtomicLong(System.nanoTime() - 1);

    private final PeriodicWorker sweeper;
    /** The number of calls that wait for a lease. */
    private final AtomicInteger waiting = new AtomicInteger();

    private volatile boolean retired;

    /**
     * @param held receives all leases
     * @param probe tries to connect
     */
    LeasePool(
            Adapter adapter,
            DataSource source,
            ConnectionHealth health,
            Leasing<L> leasing,
            Set<L> held,
            Supplier<AdapterState> probe) {
        var pool = adapter.pool();
        this.leasing = leasing;
        this.all = held;
        this.probe = probe;
        this.adapter = adapter.name();
        this.health = health;
        this.connectionTimeout = TimeUnit.MILLISECONDS.toNanos(pool.connectionTimeoutMillis());
        this.lifetime = TimeUnit.MILLISECONDS.toNanos(pool.maxLifetimeMillis());
        this.longestIdle = Math.min(LONGEST_IDLE, TimeUnit.MILLISECONDS.toNanos(pool.idleTimeoutMillis()));
        this.physical = new HikariDataSource(configuration(adapter, source));
        this.sweeper = PeriodicWorker.start("sweep " + adapter.name(), BETWEEN_SWEEPS, this::sweep);
    }

    private static HikariConfig configuration(Adapter adapter, DataSource source) {
        var pool = adapter.pool();
        var configuration = new HikariConfig();
        configuration.setDataSource(source);
        configuration.setPoolName(adapter.name());
        configuration.setMaximumPoolSize(pool.maxSize());
        configuration.setMinimumIdle(Math.min(pool.minIdle(), pool.maxSize()));
        // Short, because calls wait in a loop of their own, which also ends when the adapter turns out to be down.
        configuration.setConnectionTimeout(SLICE_MILLIS);
        configuration.setValidationTimeout(SLICE_MILLIS);
        configuration.setIdleTimeout(Math.max(10_000, pool.idleTimeoutMillis()));
        configuration.setMaxLifetime(Math.max(30_000, pool.maxLifetimeMillis()));
        configuration.setInitializationFailTimeout(-1);
        return configuration;
    }

    /**
     * A connection for one call, which must be returned or discarded. If none is idle, a new one is opened, and the
     * call takes the first of the new one and any that is returned: while the database refuses connections, only these
     * are left.
     */
    L take(CallScope scope) {
        var lease = unused();
        if (lease != null) {
            return lease;
        }
        waiting.incrementAndGet();
        try {
            return await(scope);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private L await(CallScope scope) {
        var end = System.nanoTime() + Math.min(connectionTimeout, scope.remainingNanos());
        L lease = null;
        Thread attempt = null;
        do {
            scope.check();
            if (physical.isClosed() || !health.worthTrying(probe)) {
                break;
            }
            if (attempt == null || !attempt.isAlive()) {
                attempt = Thread.ofVirtual().name("connect " + adapter).start(this::connect);
            }
            lease = next(scope);
        } while (lease == null && System.nanoTime() - end < 0);
        if (lease == null) {
            throw unavailable(scope);
        }
        return lease;
    }

    /** A call whose own deadline has passed reports that: it does not show that the adapter is unavailable. */
    private CallFailure unavailable(CallScope scope) {
        scope.check();
        return scope.remainingNanos() <= 0
                ? scope.failureBy(CallScope.End.DEADLINE)
                : UnavailableFailures.adapter(adapter);
    }

    /** Whether a lease may serve further calls. */
    boolean serves(L lease) {
        return !retired && isGood(lease);
    }

    void giveBack(L lease) {
        lease.usedAt(System.nanoTime());
        offer(lease);
    }

    private void offer(L lease) {
        if (isGood(lease) && awaited.tryTransfer(lease)) {
            return;
        }
        idle.addFirst(lease);
        if (retired && idle.remove(lease)) {
            giveToPool(lease);
        }
    }

    /** Closes the connection instead of keeping it. */
    void discard(L lease) {
        physical.evictConnection(lease.loan());
        giveToPool(lease);
    }

    /** A connection broke during a call: older ones have most likely broken too, and are not used again. */
    void connectionsBroke() {
        broken.set(System.nanoTime());
        var evictions = physical.getHikariPoolMXBean();
        if (evictions != null) {
            evictions.softEvictConnections();
        }
    }

    /** Returns unused connections immediately, and those in use when they are returned. */
    void retire() {
        retired = true;
        for (var lease = idle.pollFirst(); lease != null; lease = idle.pollFirst()) {
            giveToPool(lease);
        }
    }

    /** Whether calls have leases or wait for one; idle leases do not count. */
    boolean inUse() {
        return waiting.get() > 0 || all.size() > idle.size();
    }

    void cancelAll() {
        all.forEach(Lease::cancel);
    }

    @Override
    public void close() {
        retire();
        sweeper.close();
        physical.close();
    }

    private boolean isGood(L lease) {
        var now = System.nanoTime();
        var age = lease.ageNanos(now);
        return age < lifetime && now - age - broken.get() > 0;
    }

    private L unused() {
        for (var lease = idle.pollFirst(); lease != null; lease = idle.pollFirst()) {
            if (serves(lease)) {
                return lease;
            }
            giveToPool(lease);
        }
        return null;
    }

    /** A lease that is returned within 10 ms, or one that became idle just before this thread began to wait. */
    private L next(CallScope scope) {
        try {
            var lease = awaited.poll(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
            return lease == null ? unused() : lease;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw unavailable(scope);
        }
    }

    /** Tries to make a connection, for the call that has waited longest. */
    private void connect() {
        try {
            var lease = lease(physical.getConnection());
            all.add(lease);
            offer(lease);
        } catch (SQLException notWithinASlice) {
            // The health of the adapter has the cause; a waiting call tries again until its time is up.
        }
    }

    private L lease(Connection loan) throws SQLException {
        try {
            return leasing.lease(loan, System.nanoTime());
        } catch (SQLException | RuntimeException unusable) {
            physical.evictConnection(loan);
            loan.close();
            throw unusable;
        }
    }

    private void giveToPool(L lease) {
        all.remove(lease);
        lease.forgetAll();
        try {
            lease.loan().close();
        } catch (SQLException alreadyGone) {
            physical.evictConnection(lease.loan());
        }
    }

    private void sweep() {
        var now = System.nanoTime();
        for (var lease = idle.peekLast();
                lease != null && lease.idleNanos(now) > longestIdle;
                lease = idle.peekLast()) {
            // Removed by identity: another call may have taken it meanwhile.
            if (idle.removeLastOccurrence(lease)) {
                giveToPool(lease);
            }
        }
    }
}
