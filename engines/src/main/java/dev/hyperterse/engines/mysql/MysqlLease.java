package dev.hyperterse.engines.mysql;

import dev.hyperterse.engines.jdbc.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;

/** A leased connection of MySQL, with the state of its session. */
final class MysqlLease extends Lease<MysqlStatement> {
    private final MysqlConnection mysql;
    private boolean restored;
    private long restoredAt;
    /** The row limit that a call has set since the session was restored. */
    private OptionalInt rowLimit = OptionalInt.empty();

    private MysqlLease(Connection loan, MysqlConnection mysql, long now) {
        super(loan, mysql.driver(), now);
        this.mysql = mysql;
    }

    static MysqlLease of(Connection loan, long now) throws SQLException {
        return new MysqlLease(loan, loan.unwrap(MysqlConnection.class), now);
    }

    MysqlConnection mysql() {
        return mysql;
    }

    /** Whether the session was restored within that time and no change of it is known. */
    boolean restoredWithin(long nanos, long now) {
        return restored && now - restoredAt < nanos;
    }

    void restored(long now) {
        restored = true;
        restoredAt = now;
        rowLimit = OptionalInt.empty();
    }

    /**
     * Makes the engine end results after so many rows.
     *
     * @param usual the limit of a restored session
     */
    void limitRows(int rows, int usual) throws SQLException {
        if (rowLimit.orElse(usual) == rows) {
            return;
        }
        try (var statement = mysql.driver().createStatement()) {
            statement.execute("SET SESSION sql_select_limit = " + rows);
        }
        rowLimit = OptionalInt.of(rows);
    }

    void forgetRestored() {
        restored = false;
    }
}
