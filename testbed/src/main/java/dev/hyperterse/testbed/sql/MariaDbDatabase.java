package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.TestbedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** One database of a server, and the user to enter it as. */
public record MariaDbDatabase(MariaDbServer server, String name, String username, String password)
        implements SqlDatabase {
    private static final int NO_SUCH_THREAD = 1094;

    @Override
    public String url() {
        return "mysql://" + MariaDbServer.HOST + ":" + server.port() + "/" + name;
    }

    @Override
    public MariaDbDatabase as(String user, String itsPassword) {
        return new MariaDbDatabase(server, name, user, itsPassword);
    }

    /** Whether this is on MySQL's own server. */
    public boolean isMysql() {
        return server.isMysql();
    }

    /** The schema of {@code session_status} and {@code global_status}. */
    public String statusSchema() {
        return isMysql() ? "performance_schema" : "information_schema";
    }

    /** A number that the server counts. */
    public long status(String name) {
        try (var connection = connect();
                var statement = connection.prepareStatement("SHOW GLOBAL STATUS LIKE ?")) {
            statement.setString(1, name);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(2);
            }
        } catch (SQLException failed) {
            throw new TestbedException("no status " + name, failed);
        }
    }

    /** Ends the connections of a user. */
    public void endConnectionsOf(String user) {
        if (!isMysql()) {
            execute("KILL USER " + user);
            return;
        }
        try (var connection = connect();
                var ids = connection.prepareStatement("SELECT id FROM information_schema.processlist WHERE user = ?");
                var kill = connection.createStatement()) {
            ids.setString(1, user);
            try (var rows = ids.executeQuery()) {
                while (rows.next()) {
                    endIfThere(kill, rows.getLong(1));
                }
            }
        } catch (SQLException failed) {
            throw new TestbedException("connections of %s cannot be ended".formatted(user), failed);
        }
    }

    private static void endIfThere(Statement kill, long id) throws SQLException {
        try {
            kill.execute("KILL " + id);
        } catch (SQLException gone) {
            if (gone.getErrorCode() != NO_SUCH_THREAD) {
                throw gone;
            }
        }
    }

    /** Tables {@code seq_1_to_END} with the numbers from 1 as {@code seq}, which MariaDB has by itself. */
    public void numbers(int... ends) {
        if (!isMysql()) {
            return;
        }
        for (var end : ends) {
            execute(
                    "SET SESSION cte_max_recursion_depth = " + end,
                    "CREATE TABLE seq_1_to_%1$d WITH RECURSIVE n AS (SELECT 1 AS seq UNION ALL SELECT seq + 1 FROM n WHERE seq < %1$d) SELECT seq FROM n"
                            .formatted(end));
        }
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connect(name, username, password);
    }
}
