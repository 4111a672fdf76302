package dev.hyperterse.runtime.connector;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.pipeline.AdapterState;
import dev.hyperterse.runtime.pipeline.BoundStatement;
import dev.hyperterse.runtime.pipeline.CallFailure;
import dev.hyperterse.runtime.pipeline.CallScope;
import dev.hyperterse.runtime.pipeline.Connector;
import dev.hyperterse.runtime.pipeline.Permits;
import dev.hyperterse.runtime.pipeline.ResultBuffer;
import dev.hyperterse.runtime.pipeline.Unavailable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * SQLite runs inside of this process, in native code that a virtual thread cannot leave: its statements run on platform
 * threads of the adapter's own, so that a slow one holds up nobody's requests.
 */
final class SqliteConnector implements Connector {
    private final Adapter adapter;
    private final Permits permits;
    /** Writers of a database in memory would meet its table locks, which do not wait; they take turns instead. */
    private final Optional<Permits> turns;

    private final SqliteDatabase database;
    private final ConcurrentLinkedDeque<Lease<SqliteStatement>> idle = new ConcurrentLinkedDeque<>();
    private final Set<Lease<SqliteStatement>> inUse = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads;
    private volatile AdapterState state;
    private volatile boolean closed;

    SqliteConnector(Adapter adapter, SqliteSettings settings, Permits permits) {
        this.adapter = adapter;
        this.permits = permits;
        this.turns = settings.memory() && !settings.readOnly() ? Optional.of(new Permits(1)) : Optional.empty();
        this.database = new SqliteDatabase(settings);
        this.state = AdapterState.connecting(adapter.name());
        this.threads = Executors.newCachedThreadPool(Thread.ofPlatform()
                .daemon()
                .name("sqlite " + adapter.name() + " ", 1)
                .factory());
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
        scope.within(adapter.statementTimeoutMillis());
        permits.acquire(scope);
        try {
            if (turns.isEmpty()) {
                return runOnThread(statement, scope, out);
            }
            turns.get().acquire(scope);
            try {
                return runOnThread(statement, scope, out);
            } finally {
                turns.get().release();
            }
        } finally {
            permits.release();
        }
    }

    private int runOnThread(BoundStatement statement, CallScope scope, ResultBuffer out) {
        if (closed) {
            throw Unavailable.adapter(adapter.name());
        }
        try {
            return uninterrupted(threads.submit(() -> runOnce(statement, scope, out)), scope);
        } catch (RejectedExecutionException closedMeanwhile) {
            throw Unavailable.adapter(adapter.name());
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException reported) {
                throw reported;
            }
            throw new IllegalStateException("a SQLite statement failed unexpectedly", failed.getCause());
        }
    }

    /** The buffer is the other thread's until it is done, so there is no leaving early. */
    private static int uninterrupted(Future<Integer> result, CallScope scope) throws ExecutionException {
        var interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException shutdown) {
                    interrupted = true;
                    scope.end(CallScope.End.SHUTDOWN);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private int runOnce(BoundStatement statement, CallScope scope, ResultBuffer out) {
        var lease = lease();
        inUse.add(lease);
        try {
            return SqliteStatement.run(lease, statement, adapter.maxRows(), scope, out);
        } catch (SQLException failure) {
            scope.check();
            throw SqliteFailure.ofCall(failure);
        } catch (CallFailure failure) {
            scope.check();
            throw failure;
        } finally {
            inUse.remove(lease);
            giveBack(lease);
        }
    }

    private Lease<SqliteStatement> lease() {
        var lease = idle.pollFirst();
        if (lease != null) {
            return lease;
        }
        try {
            var connection = database.open();
            state = AdapterState.up(adapter.name());
            return new Lease<>(connection, connection, System.nanoTime());
        } catch (SQLException failed) {
            state = AdapterState.down(adapter.name(), SqliteFailure.reason(failed));
            throw Unavailable.adapter(adapter.name());
        }
    }

    private void giveBack(Lease<SqliteStatement> lease) {
        idle.addFirst(lease);
        if (closed && idle.remove(lease)) {
            close(lease);
        }
    }

    @Override
    public AdapterState probe() {
        try {
            giveBack(threads.submit(this::lease).get());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RejectedExecutionException failed) {
            // The state says why, unless nobody asks any more.
        }
        return state;
    }

    @Override
    public AdapterState state() {
        return state;
    }

    @Override
    public void retire(Duration drain) {
        Thread.ofVirtual().name("drain " + adapter.name()).start(() -> {
            var end = System.nanoTime() + drain.toNanos();
            try {
                while (!inUse.isEmpty() && System.nanoTime() - end < 0) {
                    Thread.sleep(Duration.ofMillis(20));
                }
            } catch (InterruptedException now) {
                Thread.currentThread().interrupt();
            }
            close();
        });
    }

    @Override
    public void close() {
        closed = true;
        inUse.forEach(Lease::cancel);
        for (var lease = idle.pollFirst(); lease != null; lease = idle.pollFirst()) {
            close(lease);
        }
        threads.shutdown();
        try {
            database.close();
        } catch (SQLException alreadyGone) {
            // It was to be gone.
        }
    }

    private static void close(Lease<SqliteStatement> lease) {
        lease.forgetAll();
        try {
            lease.connection().close();
        } catch (SQLException alreadyGone) {
            // It was to be gone.
        }
    }
}
