package dev.hyperterse.engines.jdbc;

import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.deadline.CallScope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A connection on loan from the pool, for many calls, with the statements they use held open. One
 * call uses it at a time; an early end of that call is passed on to its statement from here.
 */
public class Lease<P extends AutoCloseable> implements CallScope.Listener {
    private static final int MOST_STATEMENTS = 256;
    private static final int CANCELLATIONS = 5;
    private static final Duration BETWEEN_CANCELLATIONS = Duration.ofMillis(200);

    /** Stops the statement that runs on the connection. */
    @FunctionalInterface
    public interface Cancellation {
        void cancel() throws SQLException;
    }

    /** Prepares a variant on the lease's connection. */
    @FunctionalInterface
    public interface Preparation<P> {
        P prepare(SqlVariant variant) throws SQLException;
    }

    private final Connection loan;
    private final Connection connection;
    private final long takenAt;
    private final Map<SqlVariant, P> prepared = new LinkedHashMap<>(32, 0.75f, true);
    private long usedAt;
    /** The cancellation of the running statement, if it needs one; otherwise null. */
    private Cancellation running;

    /**
     * The scope of the running statement; null otherwise. Read without the lock, because a running cancellation holds
     * it for seconds.
     */
    private volatile CallScope owner;

    /**
     * @param loan the connection of the pool, returned to it
     * @param connection the driver's connection inside of it
     */
    public Lease(Connection loan, Connection connection, long now) {
        this.loan = loan;
        this.connection = connection;
        this.takenAt = now;
        this.usedAt = now;
    }

    public Connection loan() {
        return loan;
    }

    public Connection connection() {
        return connection;
    }

    /** Whether the driver has found the connection broken, or it was ended here. */
    public boolean isClosed() {
        try {
            return connection.isClosed();
        } catch (SQLException unusable) {
            return true;
        }
    }

    public long ageNanos(long now) {
        return now - takenAt;
    }

    public long idleNanos(long now) {
        return now - usedAt;
    }

    public void usedAt(long now) {
        usedAt = now;
    }

    public P statement(SqlVariant variant, Preparation<P> preparation) throws SQLException {
        var known = prepared.get(variant);
        if (known != null) {
            return known;
        }
        var fresh = preparation.prepare(variant);
        prepared.put(variant, fresh);
        if (prepared.size() > MOST_STATEMENTS) {
            var eldest = prepared.keySet().iterator().next();
            forget(eldest);
        }
        return fresh;
    }

    /** Closes a prepared statement, so that the next use prepares it again. */
    public void forget(SqlVariant variant) {
        var statement = prepared.remove(variant);
        if (statement != null) {
            closeQuietly(statement);
        }
    }

    public void forgetAll() {
        prepared.values().forEach(Lease::closeQuietly);
        prepared.clear();
    }

    /** Begins a statement whose engine polls {@link #ended} for the end of the scope. */
    public void begin(CallScope scope) {
        owner = scope;
    }

    /** Begins a statement that the end of the scope cancels. */
    public void begin(Cancellation cancellation, CallScope scope) {
        synchronized (this) {
            running = cancellation;
            owner = scope;
        }
        scope.listen(this);
    }

    /** Ends the statement. When this returns, no cancellation is running or will run. */
    public void finish(CallScope scope) {
        scope.forget(this);
        synchronized (this) {
            running = null;
            owner = null;
        }
    }

    /** Whether the call that runs a statement here has ended early. */
    public boolean ended() {
        var call = owner;
        return call != null && call.ended().isPresent();
    }

    @Override
    public void ended(CallScope.End end) {
        cancel();
    }

    /** Cancels the statement; if that has no effect, as on a dead network, closes the connection. */
    public void cancel() {
        var call = owner;
        if (call != null) {
            // A cancellation opens a network connection, so it must not block the timer or a client.
            Thread.ofVirtual().name("cancel statement").start(() -> cancel(call));
        }
    }

    /** More than once: a cancellation that arrives just before the statement is sent has no effect. */
    private void cancel(CallScope call) {
        try {
            for (var attempt = 0; attempt < CANCELLATIONS; attempt++) {
                synchronized (this) {
                    if (owner != call) {
                        return;
                    }
                    running.cancel();
                }
                Thread.sleep(BETWEEN_CANCELLATIONS);
            }
        } catch (SQLException | RuntimeException unreachable) {
            // Closed below.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (owner == call) {
                abort();
            }
        }
    }

    /** Ends the connection, also while a call uses it. */
    public void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException alreadyGone) {
            // It is closed already.
        }
    }

    /** Closes a statement that has succeeded, so a failure does not matter. */
    public static void closeQuietly(AutoCloseable statement) {
        try {
            statement.close();
        } catch (Exception connectionIsGone) {
            // The engine drops the statements of a connection together with it.
        }
    }
}
