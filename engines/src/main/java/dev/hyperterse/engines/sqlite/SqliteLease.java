package dev.hyperterse.engines.sqlite;

import dev.hyperterse.engines.jdbc.Lease;
import java.sql.Connection;

/** A connection to SQLite, with whether it waits for a lock of the database. */
final class SqliteLease extends Lease<SqliteStatement> implements SqliteStop.LockWait {
    private volatile boolean waitsForLock;

    SqliteLease(Connection connection) {
        super(connection, connection, System.nanoTime());
    }

    /** While it waits, a call that has ended changes nothing. */
    boolean waitsForLock() {
        return waitsForLock;
    }

    @Override
    public void waits(boolean waits) {
        waitsForLock = waits;
    }
}
