package dev.hyperterse.engines.jdbc;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.Reconnection;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.Drain;
import dev.hyperterse.engines.Effect;
import dev.hyperterse.engines.FailureReason;
import dev.hyperterse.engines.InterruptedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An adapter over JDBC: a call borrows a lease, runs on it, and decides what a failure means for the connection and the
 * caller. A statement that was sent is never sent again, except by a read-only adapter.
 */
public final class JdbcConnector<L extends Lease<?>> implements Connector<BoundStatement> {
    private static final int CONNECTIONS_TRIED = 3;

    private final Adapter adapter;
    private final JdbcEngine<L> engine;
    private final Permits permits;
    private final ConnectionHealth health;
    private final EngineSource source;
    private final LeasePool<L> leases;
    private final Reconnection reconnection;
    private volatile boolean retired;
    private volatile boolean closed;

    public JdbcConnector(Adapter adapter, JdbcEngine<L> engine, Permits permits) {
        this.adapter = adapter;
        this.engine = engine;
        this.permits = permits;
        this.reconnection = new Reconnection(adapter.name(), this::probe);
        Set<L> held = ConcurrentHashMap.newKeySet();
        this.health = new ConnectionHealth(adapter.name(), () -> !held.isEmpty(), reconnection::start);
        this.source = new EngineSource(engine, health);
        this.leases = new LeasePool<>(adapter, source, health, engine::lease, held, this::probe);
    }

    @Override
    public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
        permits.acquire(scope);
        try {
            var rows = runOnce(statement, scope, out);
            if (rows.isEmpty() && adapter.access() == Adapter.Access.ReadOnly) {
                rows = runOnce(statement, scope, out);
            }
            return rows.orElseThrow(this::lost);
        } finally {
            permits.release();
        }
    }

    @Override
    public StatementCheck check(BoundStatement statement, CallScope scope) {
        if (retired || !permits.tryAcquire()) {
            return new StatementCheck.Unknown();
        }
        try {
            return check(statement, take(scope), scope);
        } catch (CallFailure notNow) {
            // The adapter's state has the reason.
            return new StatementCheck.Unknown();
        } finally {
            permits.release();
        }
    }

    private StatementCheck check(BoundStatement statement, L lease, CallScope scope) {
        // Preparing may wait for a lock of another session; only the end of the connection stops that.
        CallScope.Listener stop = _ -> Thread.ofVirtual().name("stop a check").start(lease::abort);
        scope.listen(stop);
        try {
            engine.prepare(lease, statement.variant());
            return new StatementCheck.Accepted();
        } catch (SQLException failure) {
            return engine.refusal(failure)
                    .<StatementCheck>map(message -> new StatementCheck.Refused(message, OptionalInt.empty()))
                    .orElseGet(StatementCheck.Unknown::new);
        } finally {
            scope.forget(stop);
            giveBack(lease, scope.ended().isEmpty(), scope);
        }
    }

    /** Runs a statement once; empty if the connection was lost meanwhile. */
    private Optional<Integer> runOnce(BoundStatement statement, CallScope scope, ResultBuffer out) {
        if (retired) {
            throw UnavailableFailures.adapter(adapter.name());
        }
        var mark = out.size();
        var lease = take(scope);
        var reusable = false;
        try {
            var rows = engine.run(lease, statement, adapter.maxRows(), scope, out);
            reusable = true;
            return Optional.of(rows);
        } catch (SQLException failure) {
            out.resetTo(mark);
            var meaning = engine.explain(lease, failure);
            var lost = !meaning.unclear() && lease.isClosed();
            scope.ended().ifPresent(end -> {
                throw ended(scope.failureBy(end), meaning.unclear() || lease.isClosed());
            });
            requireNotClosed(lost, meaning);
            if (lost) {
                leases.connectionsBroke();
                return Optional.empty();
            }
            reusable = !meaning.unclear();
            throw meaning.ofCall();
        } catch (CallFailure bound) {
            // The result exceeds a limit of the call; if the rest could not be skipped, the connection is closed.
            reusable = true;
            throw bound;
        } finally {
            giveBack(lease, reusable && !statement.variant().isUntrusted(), scope);
        }
    }

    /**
     * Throws if the statement was stopped because the connector was closed: that is neither a timeout nor a lost
     * connection.
     */
    private void requireNotClosed(boolean lost, JdbcEngine.Failure meaning) {
        if (!closed || !lost && meaning.ofCall().stage() != Stage.TIMEOUT) {
            return;
        }
        throw switch (adapter.access()) {
            case ReadOnly -> UnavailableFailures.adapter(adapter.name());
            case ReadWrite ->
                lost
                        ? InterruptedStatement.effectUnknown(adapter.name())
                        : InterruptedStatement.cancelled(adapter.name());
        };
    }

    /** @param unconfirmed whether the engine has not confirmed that it stopped the statement */
    private CallFailure ended(CallFailure failure, boolean unconfirmed) {
        return unconfirmed && adapter.access() == Adapter.Access.ReadWrite ? Effect.UNKNOWN.of(failure) : failure;
    }

    private void giveBack(L lease, boolean reusable, CallScope scope) {
        var observed = false;
        try {
            if (reusable) {
                engine.observe(lease, scope);
                observed = true;
            }
        } finally {
            if (observed && !lease.isClosed()) {
                leases.giveBack(lease);
            } else {
                leases.discard(lease);
            }
        }
    }

    private CallFailure lost() {
        return switch (adapter.access()) {
            case ReadOnly -> UnavailableFailures.adapter(adapter.name());
            case ReadWrite -> InterruptedStatement.connectionLost(adapter.name());
        };
    }

    /**
     * A connection that is open and has the session that a call expects, as far as is known without a round trip for
     * each.
     */
    private L take(CallScope scope) {
        for (var attempt = 0; attempt < CONNECTIONS_TRIED; attempt++) {
            var lease = leases.take(scope);
            var ready = false;
            try {
                ready = engine.ready(lease, scope);
            } finally {
                if (!ready) {
                    leases.discard(lease);
                }
            }
            if (ready) {
                return lease;
            }
            // A call that ends closes its own connection, which does not mean that others are broken.
            scope.check();
            if (lease.isClosed()) {
                leases.connectionsBroke();
            }
        }
        throw UnavailableFailures.adapter(adapter.name());
    }

    @Override
    public AdapterState probe() {
        try (var connection = source.getConnection()) {
            return connection.isClosed()
                    ? AdapterState.down(adapter.name(), "closed")
                    : AdapterState.up(adapter.name());
        } catch (SQLException failed) {
            return AdapterState.down(adapter.name(), source.reason(failed));
        }
    }

    @Override
    public boolean isSilent() {
        try (var _ = engine.open()) {
            return false;
        } catch (SQLException failed) {
            return FailureReason.isSilence(failed);
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
        Drain.start(adapter.name(), drain, leases::inUse, this::close);
    }

    @Override
    public void close() {
        retired = true;
        closed = true;
        reconnection.stop();
        leases.cancelAll();
        leases.close();
    }
}
