package dev.hyperterse.playground.daemon;

import dev.hyperterse.playground.PlaygroundException;
import dev.hyperterse.playground.node.container.StartCache;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The playground of this user, from outside: started, looked at, ended. */
public final class BackgroundPlayground {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration FAREWELL = Duration.ofSeconds(60);
    private static final Path NEW_SESSION = Path.of("/usr/bin/setsid");

    private final DaemonFolder folder;
    private final Path programs;

    /**
     * @param folder everything of it; only it writes there
     * @param programs cache of the programs of the control plane
     */
    public BackgroundPlayground(Path folder, Path programs) {
        this.folder = new DaemonFolder(folder.toAbsolutePath());
        this.programs = programs.toAbsolutePath();
    }

    public PlaygroundStatus status() {
        if (process().isEmpty()) {
            return PlaygroundStatus.down();
        }
        return folder.status().orElseGet(() -> PlaygroundStatus.starting(List.of(), folder.log()));
    }

    /** Returns when it is ready or has failed. A running playground is left as it is. */
    public PlaygroundStatus up(int operators, Consumer<String> progress) {
        if (process().isEmpty()) {
            folder.delete();
            folder.create();
            return follow(launch(operators), progress);
        }
        return follow(process().orElseThrow(), progress);
    }

    /** Returns when nothing is left of it, neither processes nor files. */
    public boolean down() {
        var running = process();
        running.ifPresent(process -> {
            process.destroy();
            if (!ends(process)) {
                // Its child processes end with it, however it ends.
                process.destroyForcibly();
                ends(process);
            }
        });
        folder.delete();
        return running.isPresent();
    }

    private Optional<ProcessHandle> process() {
        return folder.identity().flatMap(DaemonIdentity::process);
    }

    private ProcessHandle launch(int operators) {
        var command = new ArrayList<String>();
        if (Files.isExecutable(NEW_SESSION)) {
            // Neither Ctrl-C nor the end of the terminal is meant for it.
            command.add(NEW_SESSION.toString());
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData"));
        StartCache.ofThisJvm().map(this::kept).map(StartCache::options).ifPresent(command::addAll);
        command.addAll(List.of(
                "-cp",
                keptClassPath(),
                Daemon.class.getName(),
                folder.root().toString(),
                programs.toString(),
                Integer.toString(operators)));
        try {
            var process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.log().toFile())
                    .start();
            folder.identity(DaemonIdentity.of(process.toHandle()));
            return process.toHandle();
        } catch (IOException unstartable) {
            throw new PlaygroundException("cannot start the playground: " + unstartable.getMessage(), unstartable);
        }
    }

    /** Pods are started long after this command: by then another build may have replaced the jars it runs from. */
    private String keptClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .map(path -> Files.isRegularFile(path) ? kept(path) : path)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** With its time, by which a JVM knows that its cache was made for this jar. */
    private Path kept(Path file) {
        try {
            Files.createDirectories(folder.libraries());
            return Files.copy(file, folder.libraries().resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException unwritable) {
            throw new PlaygroundException("cannot write to " + folder.libraries(), unwritable);
        }
    }

    private PlaygroundStatus follow(ProcessHandle process, Consumer<String> progress) {
        var told = 0;
        while (true) {
            // In this order: what it wrote last is read after it was seen to have ended.
            var alive = process.isAlive();
            var status = folder.status().orElseGet(() -> PlaygroundStatus.starting(List.of(), folder.log()));
            for (; told < status.steps().size(); told++) {
                progress.accept(status.steps().get(told));
            }
            if (!status.state().equals(PlaygroundStatus.STARTING)) {
                return status;
            }
            if (!alive) {
                return PlaygroundStatus.failed("it ended while it started", folder.log());
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new PlaygroundException("interrupted while the playground started", interrupted);
        }
    }

    private static boolean ends(ProcessHandle process) {
        try {
            process.onExit().get(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException stillThere) {
            return false;
        } catch (InterruptedException | ExecutionException unexpected) {
            throw new PlaygroundException("not waited for until the playground had ended", unexpected);
        }
    }
}
