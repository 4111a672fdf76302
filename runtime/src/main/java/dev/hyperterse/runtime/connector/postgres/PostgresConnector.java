package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.runtime.adapter.AdapterState;
import dev.hyperterse.runtime.adapter.Connector;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.adapter.Unavailable;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.connector.jdbc.ConnectionHealth;
import dev.hyperterse.runtime.connector.jdbc.ConnectionLost;
import dev.hyperterse.runtime.connector.jdbc.LeasePool;
import dev.hyperterse.runtime.connector.jdbc.Reconnection;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Postgres: one call borrows a lease, runs on it, and decides what a failure means for the connection and the caller. */
public final class PostgresConnector implements Connector<BoundStatement> {
    private static final int CONNECTIONS_TRIED = 3;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
    /** A row of a statement that is known for small results; where it is longer, the call runs alone. */
    private static final long LONGEST_SHARED_ROW = 256 * 1024;

    private final Adapter adapter;
    private final Permits permits;
    private final ConnectionHealth health;
    private final PostgresSource source;
    private final LeasePool<PostgresLease> leases;
    private final PostgresSession session;
    private final Optional<SharedConnections> shared;
    private final Reconnection reconnection;
    private volatile boolean retired;

    public PostgresConnector(Adapter adapter, PostgresSettings settings, Permits permits) {
        this.adapter = adapter;
        this.permits = permits;
        this.reconnection = new Reconnection(adapter.name(), this::probe);
        Set<PostgresLease> held = ConcurrentHashMap.newKeySet();
        this.health = new ConnectionHealth(adapter.name(), () -> !held.isEmpty(), reconnection::start);
        this.source = new PostgresSource(adapter, settings, health);
        this.leases = new LeasePool<>(adapter, source, health, PostgresLease::of, held, this::probe);
        this.session = new PostgresSession(adapter);
        // What has run twice must have done no harm.
        this.shared = adapter.access() == Adapter.Access.ReadOnly
                ? Optional.of(new SharedConnections(
                        leases, session, permits, adapter, Math.min(LONGEST_SHARED_ROW, settings.longestRow())))
                : Optional.empty();
    }

    @Override
    public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
        if (shared.isPresent() && !retired) {
            var rows = shared.get().run(statement, scope, out);
            if (rows.isPresent()) {
                return rows.getAsInt();
            }
            shared.get().acquireAlone(scope);
        } else {
            permits.acquire(scope);
        }
        try {
            return runUntilKnown(statement, scope, out);
        } finally {
            permits.release();
        }
    }

    /** Once more on a new connection where the first one turned out to be dead, as all are after a restart of the database. */
    private int runUntilKnown(BoundStatement statement, CallScope scope, ResultBuffer out) {
        try {
            return runOnce(statement, scope, out);
        } catch (ConnectionLost lost) {
            requireHarmless(lost);
        }
        try {
            return runOnce(statement, scope, out);
        } catch (ConnectionLost lostAgain) {
            requireHarmless(lostAgain);
            throw Unavailable.adapter(adapter.name());
        }
    }

    private void requireHarmless(ConnectionLost lost) {
        if (!lost.harmless()) {
            throw new CallFailure(
                    Stage.EXECUTION,
                    "the connection of adapter %s was lost while the statement ran; whether it took effect is unknown"
                            .formatted(adapter.name()));
        }
    }

    private int runOnce(BoundStatement statement, CallScope scope, ResultBuffer out) {
        if (retired) {
            throw Unavailable.adapter(adapter.name());
        }
        var mark = out.size();
        var lease = take(scope);
        var reusable = false;
        try {
            var began = System.nanoTime();
            var rows = PostgresStatement.run(lease, statement, adapter.maxRows(), scope, out);
            reusable = true;
            if (shared.isPresent()) {
                shared.get().ranAlone(statement, lease.connection(), System.nanoTime() - began, out.size() - mark);
            }
            return rows;
        } catch (SQLException failure) {
            out.resetTo(mark);
            scope.check();
            requireMemory(lease);
            var unclear = PostgresFailure.leavesConnectionUnclear(failure);
            if (!unclear && lease.isClosed()) {
                leases.connectionsBroke();
                throw new ConnectionLost(adapter.access() == Adapter.Access.ReadOnly);
            }
            reusable = !unclear;
            throw PostgresFailure.ofCall(failure);
        } catch (CallFailure bound) {
            // A bound of ours was broken while reading a result that the driver holds completely.
            reusable = true;
            throw bound;
        } finally {
            if (reusable) {
                session.observe(lease);
                leases.giveBack(lease);
            } else {
                leases.discard(lease);
            }
        }
    }

    /** A connection that is open and has the session that a call expects, as far as is known without a round trip for each. */
    private PostgresLease take(CallScope scope) {
        for (var attempt = 0; attempt < CONNECTIONS_TRIED; attempt++) {
            var lease = leases.take(scope);
            if (session.ready(lease, scope)) {
                return lease;
            }
            leases.discard(lease);
            // A call that ends breaks the connection that it waits for; that says nothing of others.
            scope.check();
            if (lease.isClosed()) {
                leases.connectionsBroke();
            }
        }
        throw Unavailable.adapter(adapter.name());
    }

    /** A connection that broke because the call has no memory for its result says nothing about the database. */
    private void requireMemory(PostgresLease lease) {
        var refused = DriverSocket.counted(lease.connection()).flatMap(CountedSocket::refused);
        if (refused.isPresent()) {
            throw adapter.access() == Adapter.Access.ReadOnly
                    ? refused.get()
                    : new CallFailure(
                            Stage.EXECUTION,
                            "there was no memory for the result; whether the statement took effect is unknown");
        }
    }

    @Override
    public AdapterState probe() {
        try (var connection = source.getConnection()) {
            return connection.isClosed()
                    ? AdapterState.down(adapter.name(), "closed")
                    : AdapterState.up(adapter.name());
        } catch (SQLException failed) {
            return AdapterState.down(adapter.name(), ConnectionHealth.reason(failed));
        }
    }

    @Override
    public AdapterState state() {
        return health.state();
    }

    @Override
    public void retire(Duration drain) {
        retired = true;
        reconnection.stop();
        leases.retire();
        Thread.ofVirtual().name("drain " + adapter.name()).start(() -> drain(drain));
    }

    @Override
    public void close() {
        retired = true;
        reconnection.stop();
        leases.cancelAll();
        leases.close();
    }

    private void drain(Duration patience) {
        awaitUnused(System.nanoTime() + patience.toNanos());
        close();
    }

    private void awaitUnused(long end) {
        try {
            do {
                // First, for a call that was let in just before and has no lease yet.
                Thread.sleep(BETWEEN_LOOKS);
            } while (leases.inUse() && System.nanoTime() - end < 0);
        } catch (InterruptedException now) {
            Thread.currentThread().interrupt();
        }
    }
}
