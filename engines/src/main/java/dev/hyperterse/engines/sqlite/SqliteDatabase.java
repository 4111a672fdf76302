package dev.hyperterse.engines.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;

/** Opens the connections of one SQLite database; the first one also initializes the database. */
final class SqliteDatabase implements AutoCloseable {
    private static final String CLOSED = "the database is closed";
    private static final int PAGE_SIZE = 4096;

    private final SqliteSettings settings;
    private final long longestPreparation;
    /** Keeps an in-memory database open, which exists as long as a connection to it. */
    private volatile Optional<Connection> keeper = Optional.empty();

    private boolean prepared;
    private volatile boolean closed;

    /** @param longestPreparationMillis how long {@code initSql} may take as a whole */
    SqliteDatabase(SqliteSettings settings, long longestPreparationMillis) {
        this.settings = settings;
        this.longestPreparation = TimeUnit.MILLISECONDS.toNanos(longestPreparationMillis);
    }

    /** Fails after it was closed: a database in memory would be created again, empty. */
    synchronized SQLiteConnection open() throws SQLException {
        if (closed) {
            throw new SQLException(CLOSED);
        }
        if (!prepared) {
            prepare();
            prepared = true;
        }
        return unlessClosed(connect(settings.readOnly()));
    }

    private void prepare() throws SQLException {
        if (!settings.memory() && settings.initSql().isEmpty()) {
            return;
        }
        var connection = connect(false);
        try {
            var end = System.nanoTime() + longestPreparation;
            SqliteStop.install(
                    connection, settings.busyTimeout(), () -> closed || System.nanoTime() - end >= 0, _ -> {});
            if (settings.memory()) {
                try (var statement = connection.createStatement()) {
                    statement.execute("PRAGMA max_page_count = " + settings.largestInMemory() / PAGE_SIZE);
                }
            }
            if (settings.initSql().isPresent()) {
                try (var statement = connection.createStatement()) {
                    statement.executeUpdate(settings.initSql().get());
                }
            }
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
        if (settings.memory()) {
            keeper = Optional.of(connection);
            unlessClosed(connection);
        } else {
            connection.close();
        }
    }

    private SQLiteConnection connect(boolean readOnly) throws SQLException {
        var config = new SQLiteConfig(settings.config().toProperties());
        if (readOnly && !settings.memory()) {
            config.setReadOnly(true);
            config.resetOpenMode(SQLiteOpenMode.CREATE);
        }
        var connection = JDBC.createConnection(settings.url(), config.toProperties());
        try {
            SqliteLimits.fix(connection);
            if (readOnly) {
                try (var statement = connection.createStatement()) {
                    statement.execute("PRAGMA query_only = on");
                }
            }
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /** Closes a connection that was opened while the database was closed, because closing takes no lock. */
    private SQLiteConnection unlessClosed(SQLiteConnection connection) throws SQLException {
        if (closed) {
            connection.close();
            throw new SQLException(CLOSED);
        }
        return connection;
    }

    /** Takes no lock: a running preparation holds it, and stops because of this. */
    @Override
    public void close() throws SQLException {
        closed = true;
        if (keeper.isPresent()) {
            keeper.get().close();
        }
    }
}
