package dev.hyperterse.testbed;

import java.sql.Connection;
import java.sql.SQLException;

/** One database of a server, and the role to enter it with. */
public record PostgresDatabase(PostgresServer server, String name, String username, String password) {
    /** {@code postgresql://host:port/name}, without credentials. */
    public String url() {
        return "postgresql://" + PostgresServer.HOST + ":" + server.port() + "/" + name;
    }

    public String jdbcUrl() {
        return server.jdbcUrl(name);
    }

    /** The same database, entered as another role. */
    public PostgresDatabase as(String role, String itsPassword) {
        return new PostgresDatabase(server, name, role, itsPassword);
    }

    public Connection connect() throws SQLException {
        return server.connect(name, username, password);
    }

    /** Runs each statement in a connection of its own. */
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
