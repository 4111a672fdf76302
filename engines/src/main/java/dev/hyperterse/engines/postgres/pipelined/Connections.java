package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.Drain;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedConnection;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange;
import dev.hyperterse.engines.postgres.pipelined.connection.SessionReset;
import dev.hyperterse.engines.postgres.pipelined.connection.StallMonitor;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Runs a statement on a connection: in a queue with others if it only reads and is known to be quick, otherwise
 * exclusively. A statement that may write is described before it runs: it could not run again if its columns had
 * unknown types.
 */
final class Connections implements PipelinedConnection.Owner, AutoCloseable {
    private static final int CONNECTIONS_TRIED = 3;
    /** A call that sends more has an exclusive connection. */
    private static final long LARGEST_SHARED = 4 * 1024;

    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(5);

    private final String adapter;
    private final boolean writes;
    private final String restoration;
    /** How long a restored connection may take to respond: no longer than a new one may take to be made. */
    private final Duration longestSilence;

    private final Permits permits;
    private final ConnectionOpening opening;
    private final ConnectionPool pool;
    private final ConnectionChoice placement;
    private final Descriptions descriptions;
    private final StallMonitor monitor;
    private final PeriodicWorker sweeper;

    Connections(
            PipelinedSettings settings,
            Permits permits,
            ConnectionHealth health,
            TypeEncoders types,
            Supplier<AdapterState> probe) {
        this.adapter = settings.adapter().name();
        this.writes = settings.adapter().access() == Adapter.Access.ReadWrite;
        this.restoration = settings.restoration();
        this.longestSilence = Duration.ofMillis(settings.adapter().pool().connectionTimeoutMillis());
        this.permits = permits;
        this.descriptions = new Descriptions(types);
        this.opening = new ConnectionOpening(settings, health, this);
        this.pool = new ConnectionPool(settings.adapter(), opening, health, probe);
        this.placement = new ConnectionChoice(permits, pool::connections);
        this.monitor = new StallMonitor(adapter, pool::connections);
        this.sweeper = PeriodicWorker.start("sweep " + adapter, BETWEEN_SWEEPS, pool::sweep);
    }

    boolean any() {
        return pool.connections().length > 0;
    }

    AdapterState probe() {
        return opening.probe(pool::keep);
    }

    boolean isSilent() {
        return opening.isSilent();
    }

    /** Returns when the response is complete, or the execution is lost or abandoned. */
    void run(Execution execution, boolean alone, CallScope scope) {
        scope.check();
        if (!writes && !alone && execution.profile().isQuick() && execution.size() <= LARGEST_SHARED) {
            runShared(execution, scope);
        } else {
            placement.acquireExclusive(scope);
            runExclusively(execution, scope);
        }
        if (execution.lostFirst() && !execution.connection().endedHere()) {
            pool.connectionsBroke();
        }
    }

    private void runShared(Execution execution, CallScope scope) {
        if (!placement.joinOrAcquire(execution, execution.size(), scope)) {
            begin(execution, scope);
        }
        execution.connection().await(execution, scope);
    }

    /** Begins a queue. Its permit and its connection are released after the response to its last call. */
    private void begin(Execution execution, CallScope scope) {
        var begun = false;
        try {
            var connection = take(scope);
            try {
                begun = connection.begin(execution, true);
            } finally {
                if (!begun) {
                    pool.giveBack(connection);
                }
            }
        } finally {
            if (!begun) {
                permits.release();
            }
        }
    }

    private void runExclusively(Execution execution, CallScope scope) {
        try {
            var connection = take(scope);
            try {
                if (beginsReadOnly(execution, connection, scope)
                        && (isDescribed(execution, connection)
                                || descriptions.describe(execution, connection, scope))) {
                    connection.exchange(execution, scope);
                    if (!connection.session().isIntact()) {
                        execution.changedSession();
                    }
                }
            } finally {
                // A late cancel request would stop the statement of the next call; an untrusted statement may have
                // changed the session.
                if (writes && connection.cancelled()
                        || execution.profile().variant().isUntrusted()) {
                    connection.abort();
                }
                pool.giveBack(connection);
            }
        } finally {
            permits.release();
        }
    }

    /**
     * SQL of a caller runs in a read-only transaction of its own, even if the session may write. Where it may not, a text
     * with pasted values does too: a block of statements outside of a transaction can commit, and write in the next one.
     */
    private boolean beginsReadOnly(Execution execution, PipelinedConnection connection, CallScope scope) {
        var variant = execution.profile().variant();
        if (!variant.isAdHoc() && (writes || !variant.isUntrusted())) {
            return true;
        }
        var begin = new SessionReset("BEGIN READ ONLY");
        var began = connection.beginReadOnly(begin, scope);
        if (!began) {
            execution.failWith(begin);
        }
        return began;
    }

    /** Whether the engine has responded; false also when all connections are in use. */
    boolean check(TrialPreparation trial, CallScope scope) {
        scope.check();
        if (!permits.tryAcquire()) {
            return false;
        }
        try {
            var connection = take(scope);
            try {
                connection.exchange(trial, scope);
            } finally {
                if (connection.cancelled()) {
                    connection.abort();
                }
                pool.giveBack(connection);
            }
        } finally {
            permits.release();
        }
        return trial.state() == PipelinedExchange.State.DONE;
    }

    private boolean isDescribed(Execution execution, PipelinedConnection connection) {
        var profile = execution.profile();
        return writes ? connection.hasPrepared(profile) : profile.shape().isPresent();
    }

    @Override
    public void queueEnded(PipelinedConnection connection) {
        try {
            pool.giveBack(connection);
        } finally {
            permits.release();
        }
    }

    @Override
    public void watch() {
        // A statement that may write has no calls behind it, so it is not cancelled for them.
        if (!writes) {
            monitor.wake();
        }
    }

    /** A connection whose session is as a call expects, as far as that is known without a round trip. */
    private PipelinedConnection take(CallScope scope) {
        for (var attempt = 0; attempt < CONNECTIONS_TRIED; attempt++) {
            var connection = pool.take(scope);
            var ready = false;
            var lost = false;
            try {
                ready = isReady(connection) || connection.restore(restoration, longestSilence, scope);
                lost = connection.broken() && !connection.endedHere();
            } finally {
                if (!ready) {
                    connection.abort();
                    pool.giveBack(connection);
                }
            }
            if (ready) {
                return connection;
            }
            // A call that ends, or a late cancel request, closes only this connection.
            scope.check();
            if (lost) {
                pool.connectionsBroke();
            }
        }
        throw UnavailableFailures.adapter(adapter);
    }

    /** A statement that may write cannot be sent again, so its connection must be known to be open. */
    private boolean isReady(PipelinedConnection connection) {
        return connection.isRestored() && !(writes && connection.mayHaveEnded(System.nanoTime()));
    }

    /** Lets running calls finish for that time, then stops them; does not block. */
    void retire(Duration drain) {
        pool.retire();
        Drain.start(adapter, drain, pool::inUse, this::close);
    }

    @Override
    public void close() {
        pool.close();
        monitor.close();
        sweeper.close();
    }
}
