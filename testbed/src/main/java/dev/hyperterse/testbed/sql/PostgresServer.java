package dev.hyperterse.testbed.sql;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Postgres server. */
public final class PostgresServer extends SqlServer {
    public static final String SUPERUSER = "postgres";

    private final Path programs = PostgresBinaries.unpacked();

    private PostgresServer(List<String> settings) {
        super("Postgres", "INT", settings);
    }

    /** Creates and starts a server; {@code settings} are {@code name=value} as in {@code postgresql.conf}. */
    public static PostgresServer create(String... settings) {
        return create(Map.of(), settings);
    }

    /**
     * A server with files of the test's own in its data directory, such as keys or another {@code pg_hba.conf}.
     *
     * @param files their content by name
     */
    public static PostgresServer create(Map<String, String> files, String... settings) {
        var server = new PostgresServer(List.of(settings));
        server.initialise(files);
        return server;
    }

    @Override
    public PostgresDatabase createDatabase() {
        var name = newName();
        var database = new PostgresDatabase(this, name, SUPERUSER, PASSWORD);
        new PostgresDatabase(this, "postgres", SUPERUSER, PASSWORD).execute("CREATE DATABASE " + name);
        return database;
    }

    @Override
    public void start() {
        var command = new ArrayList<>(List.of(program("postgres"), "-D", data().toString()));
        for (var setting : allSettings()) {
            command.add("-c");
            command.add(setting);
        }
        process.start(command, () -> connect("postgres", SUPERUSER, PASSWORD));
    }

    @Override
    String jdbcUrl(String database) {
        return "jdbc:postgresql://" + HOST + ":" + port() + "/" + database;
    }

    private List<String> allSettings() {
        var all = new ArrayList<>(List.of(
                "listen_addresses=" + HOST,
                "port=" + port(),
                "unix_socket_directories=",
                "max_connections=200",
                "fsync=off",
                "shared_buffers=64MB"));
        all.addAll(settings);
        return all;
    }

    @Override
    void initialise() {
        var password = process.write(process.home().resolve("password"), PASSWORD);
        process.run(
                List.of(
                        program("initdb"),
                        "-D",
                        data().toString(),
                        "-U",
                        SUPERUSER,
                        "--pwfile=" + password,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync"),
                "initialise");
    }

    private String program(String name) {
        return programs.resolve("bin").resolve(name).toString();
    }
}
