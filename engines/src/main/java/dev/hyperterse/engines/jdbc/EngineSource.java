package dev.hyperterse.engines.jdbc;

import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.FailureReason;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Makes physical connections for the pool, and reports each outcome to the health of the adapter. */
final class EngineSource implements DataSource {
    private final JdbcEngine<?> engine;
    private final ConnectionHealth health;

    EngineSource(JdbcEngine<?> engine, ConnectionHealth health) {
        this.engine = engine;
        this.health = health;
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            var connection = engine.open();
            health.connected();
            return connection;
        } catch (SQLException failed) {
            health.failed(engine.reason(failed));
            throw failed;
        } catch (RuntimeException fault) {
            // An uncaught exception would end the pool's thread and leave the adapter in its former state.
            health.failed(fault);
            throw new SQLException(fault);
        }
    }

    /** The reason why there is no connection; names no host, user or secret. */
    String reason(SQLException failure) {
        return failure.getCause() instanceof RuntimeException ? FailureReason.INTERNAL : engine.reason(failure);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the credentials are fixed");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException("no log writer");
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("no log writer");
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // HikariCP sets it on every data source; the settings of the adapter have the timeout.
    }

    /** HikariCP waits this many seconds for its own attempts to connect when it is closed, and warns if it is zero. */
    @Override
    public int getLoginTimeout() {
        return 1;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no logger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException("nothing is wrapped");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
