package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The processes of one database server, in a temporary directory of its own and as a user who is not root. They end with
 * this JVM, and can be stopped, started and paused.
 */
public final class ServerProcess {
    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    /**
     * Ends the server when its standard input ends, which the kernel sees to even when this JVM is killed. Nothing is
     * left running, and no process is searched for by name.
     */
    private static final String KEEPER = "\"$@\" & server=$!; read -r end; kill -%s $server; wait $server";

    private final String engine;
    private final String endSignal;
    private final Duration patience;
    private final UnprivilegedUser user = new UnprivilegedUser();
    private final Path home;
    private Optional<Process> keeper = Optional.empty();

    /** Asks the server for a connection. */
    @FunctionalInterface
    public interface Entry {
        Connection connect() throws SQLException;
    }

    /** Whether the server accepts connections. */
    @FunctionalInterface
    public interface Readiness {
        boolean isReady() throws SQLException, IOException;
    }

    /** @param endSignal what makes the server end its connections and itself at once, such as {@code INT} */
    public ServerProcess(String engine, String endSignal) {
        this(engine, endSignal, TIMEOUT);
    }

    /** @param patience how long it may take to accept connections */
    public ServerProcess(String engine, String endSignal, Duration patience) {
        this.engine = engine;
        this.endSignal = endSignal;
        this.patience = patience;
        try {
            this.home = Files.createTempDirectory("hyperterse-" + engine.toLowerCase(Locale.ROOT));
            user.own(home);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Where the server's files are. */
    public Path home() {
        return home;
    }

    /** An empty directory of the server's. */
    public void makeDirectory(Path directory) {
        try {
            Files.createDirectory(directory);
            user.own(directory);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Writes a file of the server's; only the server may read it, as engines demand of private keys. */
    public Path write(Path file, String content) {
        try {
            Files.writeString(file, content);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            user.own(file);
            return file;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Runs a program of the engine to its end. */
    public void run(List<String> command, String what) {
        var process = launch(command);
        await(process, what);
        if (process.exitValue() != 0) {
            throw new TestbedException("%s cannot %s: %s".formatted(engine, what, log()));
        }
    }

    /** Starts the server, unless it runs, and returns when it accepts connections. */
    public void start(List<String> command, Entry entry) {
        startAndAwait(command, () -> {
            try (var connection = entry.connect()) {
                return connection.isValid(1);
            }
        });
    }

    /** The same for a server that is not entered through JDBC. */
    public synchronized void startAndAwait(List<String> command, Readiness readiness) {
        if (keeper.isPresent()) {
            return;
        }
        var kept = new ArrayList<>(List.of("/bin/sh", "-c", KEEPER.formatted(endSignal), engine));
        kept.addAll(command);
        keeper = Optional.of(launch(kept));
        awaitConnections(readiness);
    }

    synchronized void stop() {
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
    synchronized void pause() {
        signal("-STOP");
        // The thread that takes the signal stops the others, and until it is scheduled they go on answering.
        var end = System.nanoTime() + TIMEOUT.toNanos();
        while (!processes().allMatch(StoppedThreads::areAll)) {
            if (System.nanoTime() - end > 0) {
                throw new TestbedException("%s does not stand still".formatted(engine));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** The end of {@link #pause()}. */
    synchronized void resume() {
        signal("-CONT");
    }

    /** Ends the server and removes its files. */
    public void delete() {
        resume();
        stop();
        Directories.delete(home);
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

    private void awaitConnections(Readiness readiness) {
        var end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                if (readiness.isReady()) {
                    return;
                }
            } catch (SQLException | IOException notYet) {
                if (System.nanoTime() - end > 0
                        || keeper.filter(Process::isAlive).isEmpty()) {
                    throw new TestbedException("%s does not start: %s".formatted(engine, log()), notYet);
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private Stream<ProcessHandle> processes() {
        return keeper.stream().flatMap(process -> process.toHandle().descendants());
    }

    private void signal(String signal) {
        var processes = processes().map(handle -> Long.toString(handle.pid())).toList();
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
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new TestbedException("%s takes too long to %s: %s".formatted(engine, what, log()));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TestbedException("interrupted while waiting for %s to %s".formatted(engine, what), interrupted);
        }
    }

    private String log() {
        try {
            return Files.readString(home.resolve("server.log"));
        } catch (IOException unreadable) {
            return "(no log: " + unreadable.getMessage() + ")";
        }
    }
}
