package dev.hyperterse.engines.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.sqlite.BusyHandler;
import org.sqlite.ProgressHandler;

/**
 * Makes a connection poll whether to stop, while a statement runs and while it waits for a lock. An interruption from
 * another thread ({@code Statement.cancel}) does not end a wait for a lock, and a late one hits the next call while it
 * prepares.
 */
final class SqliteStop {
    /** About a millisecond of work. */
    private static final int OPERATIONS_BETWEEN_LOOKS = 50_000;

    private static final long LONGEST_NAP_MILLIS = 25;

    private SqliteStop() {}

    /** Notified on the thread that runs the statement. */
    @FunctionalInterface
    interface LockWait {
        void waits(boolean waits);
    }

    /** @param stopped whether the connection has to stop; called on the thread that runs the statement */
    static void install(Connection connection, long busyTimeoutMillis, BooleanSupplier stopped, LockWait lockWait)
            throws SQLException {
        ProgressHandler.setHandler(connection, OPERATIONS_BETWEEN_LOOKS, new ProgressHandler() {
            @Override
            protected int progress() {
                return stopped.getAsBoolean() ? 1 : 0;
            }
        });
        BusyHandler.setHandler(connection, new BusyHandler() {
            private long since;

            @Override
            protected int callback(int looksBefore) {
                var now = System.nanoTime();
                if (looksBefore == 0) {
                    since = now;
                }
                if (stopped.getAsBoolean() || now - since >= TimeUnit.MILLISECONDS.toNanos(busyTimeoutMillis)) {
                    return 0;
                }
                lockWait.waits(true);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(1L + looksBefore, LONGEST_NAP_MILLIS)));
                lockWait.waits(false);
                // Checked after the wait: a call that ended during the wait must not get the lock.
                return stopped.getAsBoolean() ? 0 : 1;
            }
        });
    }
}
