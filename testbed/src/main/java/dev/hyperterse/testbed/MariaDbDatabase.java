package dev.hyperterse.testbed;

import java.sql.Connection;
import java.sql.SQLException;

/** One database of a server, and the user to enter it as. */
public record MariaDbDatabase(MariaDbServer server, String name, String username, String password) {
    /** {@code mysql://host:port/name}, without credentials. */
    public String url() {
        return "mysql://" + MariaDbServer.HOST + ":" + server.port() + "/" + name;
    }

    /** The same database, entered as another user. */
    public MariaDbDatabase as(String user, String itsPassword) {
        return new MariaDbDatabase(server, name, user, itsPassword);
    }

    public Connection connect() throws SQLException {
        return server.connect(name, username, password);
    }

    /** Runs the statements in one connection. */
    public void execute(String... statements) {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException failed) {
            throw new TestbedException("the fixture's own SQL failed: " + failed.getMessage(), failed);
        }
    }

    /** The first column of the first row, as text. */
    public String query(String sql) {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            if (!rows.next()) {
                throw new TestbedException("no row: " + sql);
            }
            return rows.getString(1);
        } catch (SQLException failed) {
            throw new TestbedException("the fixture's own SQL failed: " + failed.getMessage(), failed);
        }
    }
}
