package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.runtime.connector.ConnectionHealth;
import dev.hyperterse.runtime.connector.FailureReason;
import dev.hyperterse.runtime.connector.jdbc.KeptIsolation;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.postgresql.Driver;

/**
 * Makes physical connections for the pool, fixes what binding relies on in each session, and tells the health of the
 * adapter how it went.
 */
public final class PostgresSource implements DataSource {
    private final PostgresSettings settings;
    private final ConnectionHealth health;
    private final String session;
    private final Driver driver = new Driver();

    public PostgresSource(Adapter adapter, PostgresSettings settings, ConnectionHealth health) {
        this.settings = settings;
        this.health = health;
        this.session = PostgresSession.restoration(adapter);
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            var connection = driver.connect(settings.url(), settings.properties());
            try (var statement = connection.createStatement()) {
                statement.execute(session);
                DriverSocket.count(connection);
            } catch (SQLException failed) {
                connection.close();
                throw failed;
            }
            health.connected();
            return KeptIsolation.of(connection);
        } catch (SQLException failed) {
            health.failed(reason(failed));
            throw failed;
        }
    }

    /** The driver's own check of host names has neither a state nor a class of its own. */
    static String reason(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("hostnameverifier")
                ? FailureReason.WRONG_HOST_NAME
                : FailureReason.of(failure, String.valueOf(failure.getSQLState()));
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
        // The pool sets it on every data source; ours is among the settings.
    }

    /** So long the pool waits for its own attempts to connect when it is closed; without it, it warns each time. */
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
