package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.runtime.connector.jdbc.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.postgresql.jdbc.PgConnection;

/** A leased connection of Postgres, with what is known of its session. */
final class PostgresLease extends Lease<PostgresStatement> {
    private final PgConnection driver;
    private volatile Optional<PostgresSession.Restored> restored = Optional.empty();

    private PostgresLease(Connection loan, PgConnection driver, long now) {
        super(loan, driver, now);
        this.driver = driver;
    }

    static PostgresLease of(Connection loan, long now) throws SQLException {
        return new PostgresLease(loan, loan.unwrap(PgConnection.class), now);
    }

    /** What the engine has reported a setting to be; empty for one that it does not report. */
    String reported(String setting) {
        return Objects.requireNonNullElse(driver.getParameterStatus(setting), "");
    }

    /** When the session was last made what a call expects; empty when the next call has to. */
    Optional<PostgresSession.Restored> restored() {
        return restored;
    }

    void restored(PostgresSession.Restored now) {
        restored = Optional.of(now);
    }

    void forgetRestored() {
        restored = Optional.empty();
    }
}
