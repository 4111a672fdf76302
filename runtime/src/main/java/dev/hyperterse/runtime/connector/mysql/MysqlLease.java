package dev.hyperterse.runtime.connector.mysql;

import dev.hyperterse.runtime.connector.jdbc.Lease;
import java.sql.Connection;
import java.sql.SQLException;

/** A leased connection of MySQL, with what is known of its session. */
final class MysqlLease extends Lease<MysqlStatement> {
    private final MysqlConnection mysql;
    private boolean restored;
    private long restoredAt;

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

    /** Whether the session was made what a call expects so recently, and nothing is known to have changed it. */
    boolean restoredWithin(long nanos, long now) {
        return restored && now - restoredAt < nanos;
    }

    void restored(long now) {
        restored = true;
        restoredAt = now;
    }

    void forgetRestored() {
        restored = false;
    }
}
