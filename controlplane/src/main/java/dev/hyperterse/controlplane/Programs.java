package dev.hyperterse.controlplane;

import dev.hyperterse.controlplane.GoBuild.Outcome;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * The programs of a control plane in a cache folder, built when first asked for. One folder per set of versions; a file
 * lock lets a second build wait for the first; a program appears under its name only when it is whole.
 */
public final class Programs {
    private final Path cache;
    private final GoBuild build;
    private final PrintStream progress;

    public Programs(Path cache, PrintStream progress) {
        this(cache, GoBuild.onPath(), progress);
    }

    Programs(Path cache, GoBuild build, PrintStream progress) {
        this.cache = cache;
        this.build = build;
        this.progress = progress;
    }

    /** In the user's own cache folder; progress goes to stderr. */
    public static Programs ofThisUser() {
        return new Programs(cacheOfThisUser().resolve("controlplane"), System.err);
    }

    static Path cacheOfThisUser() {
        var base = System.getenv("XDG_CACHE_HOME");
        var home = base == null || base.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return home.resolve("hyperterse");
    }

    public Provision provide(Program... programs) {
        var directory = cache.resolve(build.key());
        var missing = missing(directory, Set.of(programs));
        if (missing.isEmpty()) {
            return new Provision.Available(directory);
        }
        try {
            Files.createDirectories(directory);
            return buildUnderLock(directory, Set.of(programs));
        } catch (IOException unusable) {
            return new Provision.Unavailable("the cache folder " + directory + " cannot be used: " + unusable);
        }
    }

    // Threads of one JVM cannot wait for each other by a file lock, hence the monitor of the class too.
    private Provision buildUnderLock(Path directory, Set<Program> programs) throws IOException {
        synchronized (Programs.class) {
            try (var channel = FileChannel.open(
                            directory.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var _ = channel.lock()) {
                return buildMissing(directory, missing(directory, programs));
            }
        }
    }

    private Provision buildMissing(Path directory, Set<Program> missing) throws IOException {
        for (var program : missing) {
            progress.printf(
                    "controlplane: building %s with Go (all of them take about 5 minutes the first time)%n",
                    program.fileName());
            var started = System.nanoTime();
            var unfinished = Files.createTempDirectory(directory, ".build-");
            try {
                var output = unfinished.resolve(program.fileName());
                if (build.build(program, unfinished, output) instanceof Outcome.Failed(var reason)) {
                    return new Provision.Unavailable(reason);
                }
                Files.move(output, directory.resolve(program.fileName()), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Directories.delete(unfinished);
            }
            progress.printf(
                    "controlplane: built %s in %d s%n",
                    program.fileName(),
                    Duration.ofNanos(System.nanoTime() - started).toSeconds());
        }
        return new Provision.Available(directory);
    }

    private static Set<Program> missing(Path directory, Set<Program> programs) {
        var missing = new TreeSet<>(programs);
        missing.removeIf(program -> Files.isExecutable(directory.resolve(program.fileName())));
        return missing;
    }
}
