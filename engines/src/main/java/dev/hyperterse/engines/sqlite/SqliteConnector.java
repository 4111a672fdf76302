package dev.hyperterse.engines.sqlite;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.Drain;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.sqlite.SQLiteConnection;

/**
 * SQLite runs inside of this process, in native code, which would pin a virtual thread: statements run on platform
 * threads of the adapter, so that a slow one delays no request. A thread whose call has ended keeps the permit and the
 * memory of the call until the engine returns, so there are never more threads than permits, nor more values than the
 * budget has.
 */
final class SqliteConnector implements Connector<BoundStatement> {

    private final Adapter adapter;
    private final Permits permits;
    /** Serializes writers of a database in memory, whose table locks fail instead of waiting. */
    private final Optional<Permits> turns;

    private final SqliteSettings settings;
    private final SqliteDatabase database;
    private final ConcurrentLinkedDeque<SqliteLease> idle = new ConcurrentLinkedDeque<>();
    private final Set<SqliteLease> inUse = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads;
    private volatile AdapterState state;
    private volatile boolean retired;
    private volatile boolean closed;

    SqliteConnector(Adapter adapter, SqliteSettings settings, Permits permits) {
        this.adapter = adapter;
        this.permits = permits;
        this.turns = settings.memory() && !settings.readOnly() ? Optional.of(new Permits(1)) : Optional.empty();
        this.settings = settings;
        this.database = new SqliteDatabase(settings, adapter.statementTimeoutMillis());
        this.state = AdapterState.connecting(adapter.name());
        this.threads = Executors.newCachedThreadPool(Thread.ofPlatform()
                .daemon()
                .name("sqlite " + adapter.name() + " ", 1)
                .factory());
    }

    @Override
    public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
        scope.within(TimeLimit.ofStatement(adapter.statementTimeoutMillis()));
        acquire(scope);
        var call = new SqliteCall(scope, adapter.access() == Adapter.Access.ReadWrite);
        // The engine may use the values for longer than the call lasts.
        statement.memory().retain();
        try {
            threads.execute(() -> call.run(() -> runAndRelease(statement, call, out)));
        } catch (RejectedExecutionException closedMeanwhile) {
            release(statement);
            throw UnavailableFailures.adapter(adapter.name());
        } catch (Error noThread) {
            release(statement);
            throw noThread;
        }
        return call.await();
    }

    @Override
    public StatementCheck check(BoundStatement statement, CallScope scope) {
        if (retired || !permits.tryAcquire()) {
            return new StatementCheck.Unknown();
        }
        var call = new SqliteCall(scope, false);
        var outcome = new AtomicReference<StatementCheck>(new StatementCheck.Unknown());
        try {
            threads.execute(() -> call.run(() -> {
                try {
                    outcome.set(checkOnce(statement.variant(), scope));
                    return 0;
                } finally {
                    permits.release();
                }
            }));
        } catch (RejectedExecutionException closedMeanwhile) {
            permits.release();
            return outcome.get();
        }
        try {
            call.await();
        } catch (CallFailure notNow) {
            // The adapter's state has the reason.
        }
        return outcome.get();
    }

    private StatementCheck checkOnce(SqlVariant variant, CallScope scope) {
        var lease = lease();
        inUse.add(lease);
        lease.begin(scope);
        try (var _ = lease.connection().prepareStatement(variant.sql())) {
            return new StatementCheck.Accepted();
        } catch (SQLException failure) {
            return SqliteFailure.refusal(failure)
                    .<StatementCheck>map(message -> new StatementCheck.Refused(message, OptionalInt.empty()))
                    .orElseGet(StatementCheck.Unknown::new);
        } finally {
            lease.finish(scope);
            inUse.remove(lease);
            giveBack(lease);
        }
    }

    private void acquire(CallScope scope) {
        permits.acquire(scope);
        try {
            turns.ifPresent(writers -> writers.acquire(scope));
        } catch (CallFailure ended) {
            permits.release();
            throw ended;
        }
    }

    private void release(BoundStatement statement) {
        statement.memory().close();
        turns.ifPresent(Permits::release);
        permits.release();
    }

    private int runAndRelease(BoundStatement statement, SqliteCall call, ResultBuffer out) {
        try {
            return runOnce(statement, call, out);
        } finally {
            release(statement);
        }
    }

    private int runOnce(BoundStatement statement, SqliteCall call, ResultBuffer out) {
        if (retired) {
            throw UnavailableFailures.adapter(adapter.name());
        }
        var lease = lease();
        inUse.add(lease);
        try {
            SqliteLimits.ofCall((SQLiteConnection) lease.connection(), out.maxSize());
            return SqliteStatement.run(lease, statement, adapter.maxRows(), call, out);
        } catch (SQLException failure) {
            call.check();
            throw SqliteFailure.ofCall(failure);
        } catch (CallFailure limit) {
            call.check();
            throw call.limited(limit);
        } finally {
            inUse.remove(lease);
            if (statement.variant().isUntrusted()) {
                close(lease);
            } else {
                giveBack(lease);
            }
        }
    }

    private SqliteLease lease() {
        var lease = idle.pollFirst();
        if (lease != null) {
            // One more could not be opened a moment ago, perhaps; this one serves.
            if (state.status() != AdapterState.Status.UP) {
                state = AdapterState.up(adapter.name());
            }
            return lease;
        }
        try {
            var connection = database.open();
            var opened = new SqliteLease(connection);
            SqliteStop.install(connection, settings.busyTimeout(), () -> closed || opened.ended(), opened);
            state = AdapterState.up(adapter.name());
            return opened;
        } catch (SQLException failed) {
            state = AdapterState.down(adapter.name(), SqliteFailure.reason(failed, settings.initSql()));
            throw UnavailableFailures.adapter(adapter.name());
        }
    }

    private void giveBack(SqliteLease lease) {
        giveBack(lease, idle::addFirst);
    }

    private void giveBack(SqliteLease lease, Consumer<SqliteLease> into) {
        into.accept(lease);
        if (closed && idle.remove(lease)) {
            close(lease);
        }
    }

    @Override
    public AdapterState probe() {
        try {
            threads.submit(this::openFirst).get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RejectedExecutionException failed) {
            // The state has the cause, unless the call has ended.
        }
        return state;
    }

    /**
     * A call may have opened one meanwhile, which is then not taken from the next call; and one that no call has used
     * comes last, because it has yet to read the schema, which waits for the lock of another program.
     */
    private void openFirst() {
        if (state.status() != AdapterState.Status.UP) {
            giveBack(lease(), idle::addLast);
        }
    }

    @Override
    public AdapterState state() {
        return state;
    }

    @Override
    public void retire(Duration drain) {
        retired = true;
        Drain.start(adapter.name(), drain, () -> !inUse.isEmpty(), this::close);
    }

    @Override
    public void close() {
        retired = true;
        closed = true;
        for (var lease = idle.pollFirst(); lease != null; lease = idle.pollFirst()) {
            close(lease);
        }
        threads.shutdown();
        try {
            database.close();
        } catch (SQLException alreadyGone) {
            // It was to be closed.
        }
    }

    private static void close(SqliteLease lease) {
        lease.forgetAll();
        try {
            lease.connection().close();
        } catch (SQLException alreadyGone) {
            // It was to be closed.
        }
    }
}
