package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.runtime.adapter.AdapterState;
import dev.hyperterse.runtime.adapter.Connector;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.adapter.Unavailable;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.connector.ConnectionHealth;
import dev.hyperterse.runtime.connector.Reconnection;
import dev.hyperterse.runtime.connector.jdbc.LeasePool;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Postgres adapters that write: one call borrows a lease, runs on it, and decides what a failure means for the connection and
 * the caller. What was sent is never sent again.
 */
final class PostgresConnector implements Connector<BoundStatement> {
    private static final int CONNECTIONS_TRIED = 3;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Adapter adapter;
    private final Permits permits;
    private final ConnectionHealth health;
    private final PostgresSource source;
    private final LeasePool<PostgresLease> leases;
    private final PostgresSession session;
    private final Reconnection reconnection;
    private volatile boolean retired;

    PostgresConnector(Adapter adapter, PostgresSettings settings, Permits permits) {
        this.adapter = adapter;
        this.permits = permits;
        this.reconnection = new Reconnection(adapter.name(), this::probe);
        Set<PostgresLease> held = ConcurrentHashMap.newKeySet();
        this.health = new ConnectionHealth(adapter.name(), () -> !held.isEmpty(), reconnection::start);
        this.source = new PostgresSource(adapter, settings, health);
        this.leases = new LeasePool<>(adapter, source, health, PostgresLease::of, held, this::probe);
        this.session = new PostgresSession(adapter);
    }

    @Override
    public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
        permits.acquire(scope);
        try {
            return runOnce(statement, scope, out);
        } finally {
            permits.release();
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
            var rows = PostgresStatement.run(lease, statement, adapter.maxRows(), scope, out);
            reusable = true;
            return rows;
        } catch (SQLException failure) {
            out.resetTo(mark);
            scope.check();
            requireMemory(lease);
            var unclear = PostgresFailure.leavesConnectionUnclear(failure);
            if (!unclear && lease.isClosed()) {
                leases.connectionsBroke();
                throw new CallFailure(
                        Stage.EXECUTION,
                        "the connection of adapter %s was lost while the statement ran; whether it took effect is unknown"
                                .formatted(adapter.name()));
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
            throw new CallFailure(
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
            return AdapterState.down(adapter.name(), PostgresSource.reason(failed));
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
