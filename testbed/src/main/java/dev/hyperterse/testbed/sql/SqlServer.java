package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.DatabaseServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of SQL databases. */
public abstract class SqlServer extends DatabaseServer {
    public static final String PASSWORD = "not-a-secret";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    final List<String> settings;

    SqlServer(String engine, String endSignal, List<String> settings) {
        super(engine, endSignal);
        this.settings = settings;
    }

    /** A new, empty database; the name is never used twice. */
    public abstract SqlDatabase createDatabase();

    /** The address for a driver of Java. */
    abstract String jdbcUrl(String database);

    /** Makes the data of the server. */
    abstract void initialise();

    /** @param files content of files in the directory of data, by name */
    final void initialise(Map<String, String> files) {
        initialise();
        files.forEach((name, content) -> process.write(data().resolve(name), content));
        start();
    }

    static String newName() {
        return "test_" + DATABASES.incrementAndGet();
    }

    final Connection connect(String database, String username, String password) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), username, password);
    }

    final Path data() {
        return process.home().resolve("data");
    }
}
