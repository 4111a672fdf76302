package dev.hyperterse.cli.clients;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.cli.cache.UserCache;
import dev.hyperterse.testbed.TestbedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Fetches clients once for each set of versions, and runs them. */
final class ClientTools {
    private static final Path RESOURCES = Path.of("src/test/resources/dev/hyperterse/cli/clients");
    private static final int MINUTES = 10;

    private final Path folder;

    private ClientTools(Path folder) {
        this.folder = folder;
    }

    /** The packages of a {@code package.json}. */
    static ClientTools ofNode(String name) {
        return fetched(
                name,
                "package.json",
                List.of(List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")));
    }

    /** The packages of a {@code requirements.txt}, in an environment of their own. */
    static ClientTools ofPython(String name) {
        return fetched(
                name,
                "requirements.txt",
                List.of(
                        List.of("python3", "-m", "venv", "venv"),
                        List.of("venv/bin/pip", "install", "--quiet", "-r", "requirements.txt")));
    }

    private static ClientTools fetched(String name, String versions, List<List<String>> commands) {
        try {
            var wanted = Files.readString(RESOURCES.resolve(name).resolve(versions));
            var folder = cache().resolve("test-clients")
                    .resolve(name + "-" + Digest.of(wanted).substring(0, 12));
            var complete = folder.resolve("complete");
            if (!Files.exists(complete)) {
                Files.createDirectories(folder);
                Files.writeString(folder.resolve(versions), wanted);
                System.err.println("fetching the client " + name + " to " + folder);
                var tools = new ClientTools(folder);
                for (var command : commands) {
                    tools.fetch(command);
                }
                Files.createFile(complete);
            }
            return new ClientTools(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Runs one of our scripts beside the packages it needs; returns what it printed. */
    String runScript(String name, String script, List<String> interpreter, String... arguments) {
        try {
            // With the files beside it, which it may import.
            try (var files = Files.list(RESOURCES.resolve(name))) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            var command = new ArrayList<>(interpreter);
            command.add(folder.resolve(script).toString());
            command.addAll(List.of(arguments));
            return run(command);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Runs a client; that it fails is a failure of the test. */
    String run(List<String> command) {
        var ran = execute(command);
        if (ran.exitCode() != 0) {
            throw new AssertionError(String.join(" ", command) + " failed: " + ran.output());
        }
        return ran.output();
    }

    /** A server of the packages on a loopback port of its own. @param port the variable with its port */
    Served serve(List<String> command, String port) throws IOException {
        // Bound and not listening: no other process gets the port, and the server may listen there.
        var reserved = new Socket();
        reserved.setReuseAddress(true);
        reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var server = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        server.environment().put(port, Integer.toString(reserved.getLocalPort()));
        var served = new Served(
                server.redirectOutput(ProcessBuilder.Redirect.DISCARD).start(), reserved);
        while (!isListening(served.port())) {
            if (!served.process().isAlive()) {
                throw new AssertionError(String.join(" ", command) + " has ended");
            }
            LockSupport.parkNanos(20_000_000);
        }
        return served;
    }

    /** A process that serves until it is closed. */
    record Served(Process process, Socket reserved) implements AutoCloseable {
        int port() {
            return reserved.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly().onExit().join();
            reserved.close();
        }
    }

    private static boolean isListening(int port) {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Fetching may be impossible here, which says nothing of what is tested. */
    private void fetch(List<String> command) {
        var ran = execute(command);
        if (ran.exitCode() != 0) {
            throw new TestbedException(String.join(" ", command) + " failed: " + ran.output());
        }
    }

    private record Ran(int exitCode, String output) {}

    private Ran execute(List<String> command) {
        try {
            var output = Files.createTempFile("client", ".log");
            var process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
            var exitCode = process.waitFor();
            var text = Files.readString(output);
            Files.delete(output);
            return new Ran(exitCode, text);
        } catch (IOException missing) {
            throw new TestbedException("there is no " + command.getFirst() + " on this machine", missing);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    private static Path cache() {
        return UserCache.folder(System.getenv());
    }
}
