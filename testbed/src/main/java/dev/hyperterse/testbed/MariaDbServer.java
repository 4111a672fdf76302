package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A MariaDB server of its own: a free port, a temporary directory, gone with the JVM. It can be stopped and started
 * again on the same port and data, and paused, so that tests can break a database and bring it back.
 */
public final class MariaDbServer implements SqlServer {
    public static final String HOST = "127.0.0.1";
    public static final String SUPERUSER = "admin";
    public static final String PASSWORD = "not-a-secret";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** The script that makes the tables of the server itself; read from standard input, a statement to a line. */
    private static final List<String> SYSTEM_TABLES =
            List.of("mariadb_system_tables.sql", "mariadb_performance_tables.sql", "mariadb_system_tables_data.sql");

    private static final String ONLY_USER = """
            DELETE FROM global_priv;
            INSERT INTO global_priv VALUES ('%%', '%s', concat('{"access":18446744073709551615,"plugin":"mysql_native_password","authentication_string":"', password('%s'), '"}'));
            """.formatted(SUPERUSER, PASSWORD);

    private final ServerProcess process = new ServerProcess("MariaDB", "TERM");
    private final Path programs = MariaDbBinaries.unpacked();
    private final ReservedPort port = new ReservedPort();
    private final List<String> settings;

    private MariaDbServer(List<String> settings) {
        this.settings = settings;
    }

    /** Creates and starts a server; {@code settings} are {@code name=value} as on its command line, without dashes. */
    public static MariaDbServer create(String... settings) {
        return create(Map.of(), settings);
    }

    /**
     * A server with files of the test's own in its data directory, such as keys; settings name them as they are.
     *
     * @param files their content by name
     */
    public static MariaDbServer create(Map<String, String> files, String... settings) {
        var server = new MariaDbServer(List.of(settings));
        server.initialise();
        files.forEach((name, content) -> server.process.write(server.data().resolve(name), content));
        server.start();
        return server;
    }

    public int port() {
        return port.number();
    }

    @Override
    public MariaDbDatabase createDatabase() {
        var name = "test_" + DATABASES.incrementAndGet();
        var database = new MariaDbDatabase(this, name, SUPERUSER, PASSWORD);
        new MariaDbDatabase(this, "mysql", SUPERUSER, PASSWORD).execute("CREATE DATABASE " + name);
        return database;
    }

    @Override
    public void start() {
        var command = new ArrayList<>(program());
        command.addAll(List.of(
                "--port=" + port.number(),
                "--bind-address=" + HOST,
                "--socket=" + data().resolve("server.sock"),
                "--skip-name-resolve",
                // Else it makes a key for itself, which takes a minute on a busy machine; a test may set ssl=ON with
                // its own.
                "--skip-ssl",
                "--performance-schema=off",
                "--max-connections=200",
                "--innodb-flush-log-at-trx-commit=0"));
        settings.forEach(setting -> command.add("--" + setting));
        process.start(command, () -> connect("mysql", SUPERUSER, PASSWORD));
    }

    @Override
    public void stop() {
        process.stop();
    }

    @Override
    public void pause() {
        process.pause();
    }

    @Override
    public void resume() {
        process.resume();
    }

    @Override
    public void close() {
        process.delete();
        port.close();
    }

    String jdbcUrl(String database) {
        return "jdbc:mariadb://" + HOST + ":" + port.number() + "/" + database;
    }

    Connection connect(String database, String username, String password) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), username, password);
    }

    private void initialise() {
        process.makeDirectory(data());
        process.makeDirectory(temporary());
        var tables = SYSTEM_TABLES.stream().map(this::shared).collect(Collectors.joining("\n"));
        var script = process.write(
                process.home().resolve("bootstrap.sql"),
                "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket=NULL;\n" + tables + "\n" + ONLY_USER);
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "script=$1; shift; \"$@\" <$script", "MariaDB"));
        command.add(script.toString());
        command.addAll(program());
        command.addAll(List.of("--bootstrap", "--silent-startup"));
        process.run(command, "initialise");
    }

    private String shared(String file) {
        try {
            return Files.readString(programs.resolve("share").resolve(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private List<String> program() {
        var share = programs.resolve("share");
        return List.of(
                programs.resolve("bin").resolve("mariadbd").toString(),
                "--no-defaults",
                "--datadir=" + data(),
                // Of its own: a server that starts deletes temporary tables in the folder, also those of others.
                "--tmpdir=" + temporary(),
                "--lc-messages-dir=" + share,
                "--character-sets-dir=" + share.resolve("charsets"),
                "--innodb-buffer-pool-size=64M");
    }

    private Path temporary() {
        return process.home().resolve("tmp");
    }

    private Path data() {
        return process.home().resolve("data");
    }
}
