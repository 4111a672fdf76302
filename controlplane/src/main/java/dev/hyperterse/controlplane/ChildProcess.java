package dev.hyperterse.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that cannot outlive this JVM, however this JVM ends: a small shell holds the reading end of a pipe whose
 * writing end is ours, and kills the process when the pipe closes.
 */
public final class ChildProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);
    /** A killed process has to be scheduled once more to end. */
    private static final Duration UNTIL_KILLED = Duration.ofSeconds(60);

    private final String name;
    private final Path log;
    private final Process process;
    private final Process guard;

    private ChildProcess(String name, Path log, Process process, Process guard) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.guard = guard;
    }

    /** With that environment and nothing else. Output is appended to {@code log}. */
    public static ChildProcess start(
            List<String> command, Map<String, String> environment, Path workingDirectory, Path log) {
        var name = Path.of(command.getFirst()).getFileName().toString();
        try {
            var builder = new ProcessBuilder(command)
                    .directory(workingDirectory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().clear();
            builder.environment().putAll(environment);
            var process = builder.start();
            process.getOutputStream().close();
            return new ChildProcess(name, log, process, guard(process));
        } catch (IOException unstartable) {
            throw new ControlPlaneException("cannot start " + name, unstartable);
        }
    }

    private static Process guard(Process guarded) throws IOException {
        var guard = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "read -r _; kill -KILL \"$1\" 2>/dev/null",
                        "guard",
                        Long.toString(guarded.pid()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        // A process that ended on its own frees its id, which must then not be killed.
        guarded.onExit().thenRun(guard::destroyForcibly);
        return guard;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Completes with the exit code; 128 and more: the signal that ended it. */
    public CompletableFuture<Integer> exit() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /** Asks it to end, and does not wait. */
    public void terminate() {
        process.destroy();
    }

    /** Stops it where it stands; connections stay open and nothing answers. */
    public void pause() {
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
    }

    /** Ends it at once, as a crash would. */
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /** Asks it to end, and insists after a while; a paused one is killed. */
    @Override
    public void close() {
        process.destroy();
        if (!endsWithin(GRACE)) {
            process.destroyForcibly();
            await();
        }
        guard.destroyForcibly();
    }

    ControlPlaneException failure(String what) {
        return new ControlPlaneException(name + " " + what + "; its last words: " + lastWords());
    }

    private String lastWords() {
        try (var lines = Files.lines(log)) {
            var all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - 5), all.size()));
        } catch (IOException unreadable) {
            return "(" + log + " cannot be read: " + unreadable + ")";
        }
    }

    private void signal(String signal) {
        try {
            var kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw failure("could not be sent " + signal);
            }
        } catch (IOException unstartable) {
            throw new ControlPlaneException("cannot run kill", unstartable);
        } catch (InterruptedException interrupted) {
            throw interruptedWhile(interrupted);
        }
    }

    private void await() {
        if (!endsWithin(UNTIL_KILLED)) {
            throw failure("does not end");
        }
    }

    private boolean endsWithin(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw interruptedWhile(interrupted);
        }
    }

    private ControlPlaneException interruptedWhile(InterruptedException interrupted) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
        return new ControlPlaneException("interrupted while working on " + name, interrupted);
    }
}
