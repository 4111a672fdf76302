package dev.hyperterse.testbed.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** One database of a server, and the user to enter it as. */
public record MariaDbDatabase(MariaDbServer server, String name, String username, String password)
        implements SqlDatabase {
    @Override
    public String url() {
        return "mysql://" + MariaDbServer.HOST + ":" + server.port() + "/" + name;
    }

    @Override
    public MariaDbDatabase as(String user, String itsPassword) {
        return new MariaDbDatabase(server, name, user, itsPassword);
    }

    @Override
    public Connection connect() throws SQLException {
        return server.connect(name, username, password);
    }
}
