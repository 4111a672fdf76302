package dev.hyperterse.testbed.sql;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server of MariaDB, or MySQL's own as {@link MysqlProgram} says. */
public final class MariaDbServer extends SqlServer {
    public static final String SUPERUSER = "admin";

    private final MysqlProgram program = MysqlProgram.ofThisRun();

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
        var command = new ArrayList<>(program.command(data(), temporary()));
        command.addAll(List.of(
                "--port=" + port(),
                "--bind-address=" + HOST,
                "--socket=" + data().resolve("server.sock"),
                "--skip-name-resolve",
                "--performance-schema=off",
                "--max-connections=200",
                "--innodb-flush-log-at-trx-commit=0"));
        command.addAll(program.withoutOwnKeys());
        settings.forEach(setting -> command.addAll(program.setting(setting)));
        process.start(command, () -> connect("mysql", SUPERUSER, PASSWORD));
    }

    @Override
    String jdbcUrl(String database) {
        return "jdbc:mariadb://" + HOST + ":" + port() + "/" + database + "?allowPublicKeyRetrieval=true";
    }

    @Override
    void initialise() {
        program.initialise(process, data(), temporary());
    }

    /** Whether this is MySQL's own server, which answers some questions in other words. */
    public boolean isMysql() {
        return program instanceof OwnMysqlProgram;
    }

    private Path temporary() {
        return process.home().resolve("tmp");
    }
}
