package dev.hyperterse.testbed.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A MariaDB server. */
public final class MariaDbServer extends SqlServer {
    public static final String SUPERUSER = "admin";

    /** The script that makes the tables of the server itself; read from standard input, a statement to a line. */
    private static final List<String> SYSTEM_TABLES =
            List.of("mariadb_system_tables.sql", "mariadb_performance_tables.sql", "mariadb_system_tables_data.sql");

    private static final String ONLY_USER = """
            DELETE FROM global_priv;
            INSERT INTO global_priv VALUES ('%%', '%s', concat('{"access":18446744073709551615,"plugin":"mysql_native_password","authentication_string":"', password('%s'), '"}'));
            """.formatted(SUPERUSER, PASSWORD);

    private final Path programs = MariaDbBinaries.unpacked();

    private MariaDbServer(List<String> settings) {
        super("MariaDB", "TERM", settings);
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
        server.initialise(files);
        return server;
    }

    @Override
    public MariaDbDatabase createDatabase() {
        var name = newName();
        var database = new MariaDbDatabase(this, name, SUPERUSER, PASSWORD);
        new MariaDbDatabase(this, "mysql", SUPERUSER, PASSWORD).execute("CREATE DATABASE " + name);
        return database;
    }

    @Override
    public void start() {
        var command = new ArrayList<>(program());
        command.addAll(List.of(
                "--port=" + port(),
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
    String jdbcUrl(String database) {
        return "jdbc:mariadb://" + HOST + ":" + port() + "/" + database;
    }

    @Override
    void initialise() {
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
}
