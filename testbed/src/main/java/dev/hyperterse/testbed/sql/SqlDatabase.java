package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.TestbedException;
import java.sql.Connection;
import java.sql.SQLException;

/** One database of a server, and the user to enter it as. */
public interface SqlDatabase {
    /** The address as adapters have it, without credentials. */
    String url();

    String name();

    String username();

    String password();

    /** The same database, entered as another user. */
    SqlDatabase as(String user, String itsPassword);

    Connection connect() throws SQLException;

    /** Runs the statements in one connection. */
    default void execute(String... statements) {
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
    default String query(String sql) {
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
