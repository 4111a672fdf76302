package dev.hyperterse.testbed.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** One database of a server, and the role to enter it with. */
public record PostgresDatabase(PostgresServer server, String name, String username, String password)
        implements SqlDatabase {
    @Override
    public String url() {
        return "postgresql://" + PostgresServer.HOST + ":" + server.port() + "/" + name;
    }

    public String jdbcUrl() {
        return server.jdbcUrl(name);
    }

    @Override
    public PostgresDatabase as(String role, String itsPassword) {
        return new PostgresDatabase(server, name, role, itsPassword);
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connect(name, username, password);
    }
}
