package dev.hyperterse.testbed;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Postgres server of its own: a free port, a temporary directory, gone with the JVM. It can be stopped and started
 * again on the same port and data, and paused, so that tests can break a database and bring it back.
 */
public final class PostgresServer implements SqlServer {
    public static final String HOST = "127.0.0.1";
    public static final String SUPERUSER = "postgres";
    public static final String PASSWORD = "not-a-secret";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final ServerProcess process = new ServerProcess("Postgres", "INT");
    private final Path programs = PostgresBinaries.unpacked();
    private final ReservedPort port = new ReservedPort();
    private final List<String> settings;

    private PostgresServer(List<String> settings) {
        this.settings = settings;
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
        server.initialise();
        files.forEach((name, content) -> server.process.write(server.data().resolve(name), content));
        server.start();
        return server;
    }

    public int port() {
        return port.number();
    }

    @Override
    public PostgresDatabase createDatabase() {
        var name = "test_" + DATABASES.incrementAndGet();
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
        return "jdbc:postgresql://" + HOST + ":" + port.number() + "/" + database;
    }

    Connection connect(String database, String username, String password) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), username, password);
    }

    private List<String> allSettings() {
        var all = new ArrayList<>(List.of(
                "listen_addresses=" + HOST,
                "port=" + port.number(),
                "unix_socket_directories=",
                "max_connections=200",
                "fsync=off",
                "shared_buffers=64MB"));
        all.addAll(settings);
        return all;
    }

    private void initialise() {
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

    private Path data() {
        return process.home().resolve("data");
    }
}
