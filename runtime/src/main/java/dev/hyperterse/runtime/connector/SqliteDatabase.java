package dev.hyperterse.runtime.connector;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteLimits;
import org.sqlite.SQLiteOpenMode;

/** Opens the connections of one SQLite database; the first one that is needed also prepares the database. */
final class SqliteDatabase implements AutoCloseable {
    private final SqliteSettings settings;
    /** Holds a database in memory, which lasts as long as a connection to it. */
    private Optional<Connection> keeper = Optional.empty();

    private boolean prepared;
    private boolean closed;

    SqliteDatabase(SqliteSettings settings) {
        this.settings = settings;
    }

    /** Not after it was closed: one in memory would be there again, and empty. */
    synchronized Connection open() throws SQLException {
        if (closed) {
            throw new SQLException("the database is closed");
        }
        if (!prepared) {
            prepare();
            prepared = true;
        }
        return connect(settings.readOnly());
    }

    private void prepare() throws SQLException {
        if (!settings.memory() && settings.initSql().isEmpty()) {
            return;
        }
        var connection = connect(false);
        try {
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
        } else {
            connection.close();
        }
    }

    private Connection connect(boolean readOnly) throws SQLException {
        var config = new SQLiteConfig(settings.config().toProperties());
        if (readOnly && !settings.memory()) {
            config.setReadOnly(true);
            config.resetOpenMode(SQLiteOpenMode.CREATE);
        }
        var connection = JDBC.createConnection(settings.url(), config.toProperties());
        try {
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
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

    @Override
    public synchronized void close() throws SQLException {
        closed = true;
        if (keeper.isPresent()) {
            keeper.get().close();
        }
    }
}
