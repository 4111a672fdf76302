package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A Postgres server of its own: a free port, a temporary directory, gone with the JVM. It can be stopped and started
 * again on the same port and data, and paused, so that tests can break a database and bring it back.
 */
public final class PostgresServer implements AutoCloseable {
    public static final String HOST = "127.0.0.1";
    public static final String SUPERUSER = "postgres";
    public static final String PASSWORD = "not-a-secret";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final AtomicInteger DATABASES = new AtomicInteger();

    /**
     * Ends the server when its standard input ends, which the kernel sees to even when this JVM is killed. Nothing is
     * left running, and no process is searched for by name.
     */
    private static final String KEEPER = "\"$@\" & server=$!; read -r end; kill -INT $server; wait $server";

    private final UnprivilegedUser user = new UnprivilegedUser();
    private final Path programs;
    private final Path home;
    private final int port;
    private final List<String> settings;
    private Optional<Process> keeper = Optional.empty();

    private PostgresServer(Path programs, Path home, int port, List<String> settings) {
        this.programs = programs;
        this.home = home;
        this.port = port;
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
        var server = new PostgresServer(PostgresBinaries.unpacked(), newHome(), freePort(), List.of(settings));
        server.initialise();
        files.forEach(server::put);
        server.start();
        return server;
    }

    public int port() {
        return port;
    }

    /** A new, empty database; the name is never used twice. */
    public PostgresDatabase createDatabase() {
        var name = "test_" + DATABASES.incrementAndGet();
        var database = new PostgresDatabase(this, name, SUPERUSER, PASSWORD);
        new PostgresDatabase(this, "postgres", SUPERUSER, PASSWORD).execute("CREATE DATABASE " + name);
        return database;
    }

    /** Starts the server, and returns when it accepts connections. */
    public synchronized void start() {
        if (keeper.isPresent()) {
            return;
        }
        var command = new ArrayList<>(List.of("/bin/sh", "-c", KEEPER, "postgres", program("postgres"), "-D", data()));
        for (var setting : allSettings()) {
            command.add("-c");
            command.add(setting);
        }
        keeper = Optional.of(launch(command));
        awaitConnections();
    }

    /** Stops the server at once: open connections break, as in a failover. */
    public synchronized void stop() {
        keeper.ifPresent(process -> {
            try {
                process.outputWriter().close();
            } catch (IOException alreadyGone) {
                process.destroy();
            }
            await(process, "stop");
        });
        keeper = Optional.empty();
    }

    /** The server's processes stand still: connections stay open and nobody answers. */
    public synchronized void pause() {
        signal("-STOP");
    }

    /** The end of {@link #pause()}. */
    public synchronized void resume() {
        signal("-CONT");
    }

    @Override
    public void close() {
        resume();
        stop();
        Directories.delete(home);
    }

    String jdbcUrl(String database) {
        return "jdbc:postgresql://" + HOST + ":" + port + "/" + database;
    }

    Connection connect(String database, String username, String password) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), username, password);
    }

    private List<String> allSettings() {
        var all = new ArrayList<>(List.of(
                "listen_addresses=" + HOST,
                "port=" + port,
                "unix_socket_directories=",
                "max_connections=200",
                "fsync=off",
                "shared_buffers=64MB"));
        all.addAll(settings);
        return all;
    }

    private void initialise() {
        try {
            var password = Files.writeString(home.resolve("password"), PASSWORD);
            user.own(password);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        var process = launch(List.of(
                program("initdb"),
                "-D",
                data(),
                "-U",
                SUPERUSER,
                "--pwfile=" + home.resolve("password"),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync"));
        await(process, "initialise");
        if (process.exitValue() != 0) {
            throw new TestbedException("initdb failed: " + log());
        }
    }

    private void put(String name, String content) {
        try {
            var file = Files.writeString(Path.of(data()).resolve(name), content);
            // Postgres refuses a private key that others could read.
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            user.own(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Process launch(List<String> command) {
        var builder = new ProcessBuilder(user.command(command))
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        home.resolve("server.log").toFile()));
        builder.environment().put("TZ", "UTC");
        try {
            return builder.start();
        } catch (IOException failed) {
            throw new TestbedException("cannot run " + command.getFirst(), failed);
        }
    }

    private void awaitConnections() {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (var connection = connect("postgres", SUPERUSER, PASSWORD)) {
                if (connection.isValid(1)) {
                    return;
                }
            } catch (SQLException notYet) {
                if (System.nanoTime() - end > 0 || !serverRuns()) {
                    throw new TestbedException("Postgres does not start: " + log(), notYet);
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private boolean serverRuns() {
        return keeper.filter(Process::isAlive).isPresent();
    }

    private void signal(String signal) {
        var processes = keeper.stream()
                .flatMap(process -> process.toHandle().descendants())
                .map(handle -> Long.toString(handle.pid()))
                .toList();
        if (processes.isEmpty()) {
            return;
        }
        var command = new ArrayList<>(List.of("kill", signal));
        command.addAll(processes);
        try {
            await(new ProcessBuilder(command).start(), "signal");
        } catch (IOException failed) {
            throw new TestbedException("cannot send " + signal, failed);
        }
    }

    private void await(Process process, String what) {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new TestbedException("Postgres takes too long to " + what + ": " + log());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TestbedException("interrupted while waiting for Postgres to " + what, interrupted);
        }
    }

    private String log() {
        try {
            return Files.readString(home.resolve("server.log"));
        } catch (IOException unreadable) {
            return "(no log: " + unreadable.getMessage() + ")";
        }
    }

    private String program(String name) {
        return programs.resolve("bin").resolve(name).toString();
    }

    private String data() {
        return home.resolve("data").toString();
    }

    private static Path newHome() {
        try {
            var home = Files.createTempDirectory("hyperterse-postgres");
            new UnprivilegedUser().own(home);
            return home;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
