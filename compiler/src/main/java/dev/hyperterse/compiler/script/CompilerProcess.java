package dev.hyperterse.compiler.script;

import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiles one script after the other in another process. That is started for the first script, killed when a script takes
 * too long in it, and ended when there was none for a while, unless it is kept.
 */
public final class CompilerProcess implements ScriptCompiler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CompilerProcess.class);
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration START = Duration.ofMinutes(2);
    /** The ahead-of-time cache that the launcher has started this process from. */
    private static final String CACHE = "hyperterse.cache";

    private static final String TOO_LONG = "compiling it takes longer than %d seconds";

    private final List<String> command;
    private final Duration limit;
    private final ExecutorService queue;
    private final FairTurns turns;
    private final FatalScripts fatal = new FatalScripts(InstantSource.system());
    private Optional<Running> running = Optional.empty();
    private boolean inUse;

    /** The compilers of this build, on the JVM of this process. */
    public CompilerProcess() {
        this(ofThisBuild(), LIMIT, Idle.ENDS);
    }

    /** The same for an author, who would wait for another start with the first edit after a pause. */
    public static CompilerProcess kept() {
        return new CompilerProcess(ofThisBuild(), LIMIT, Idle.STAYS);
    }

    private static List<String> ofThisBuild() {
        return command(ScriptCompilation.class, "-Xmx96m");
    }

    /** The end of the process when there was no script for a while. */
    enum Idle {
        ENDS,
        STAYS
    }

    CompilerProcess(List<String> command, Duration limit) {
        this(command, limit, Idle.ENDS);
    }

    CompilerProcess(List<String> command, Duration limit, Idle idle) {
        this.command = command;
        this.limit = limit;
        var threads = new ThreadPoolExecutor(
                1, 1, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), work -> Thread.ofPlatform()
                        .name("script compiler")
                        .daemon()
                        .unstarted(() -> {
                            work.run();
                            stopUnused();
                        }));
        threads.allowCoreThreadTimeOut(idle == Idle.ENDS);
        this.queue = threads;
        this.turns = new FairTurns(threads, System::nanoTime);
    }

    static List<String> command(Class<?> main, String heap) {
        return command(main, heap, Optional.ofNullable(System.getProperty(CACHE)));
    }

    static List<String> command(Class<?> main, String heap, Optional<String> startCache) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:+SuppressFatalErrorMessage",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        startCache.ifPresent(cache -> command.addAll(withCache(cache)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    /** It has most classes of the compilers, laid out as in the process that recorded it. */
    private static List<String> withCache(String cache) {
        // A JVM complains of a cache that it cannot use where the answers belong.
        return List.of("-XX:AOTCache=" + cache, "-XX:+UseCompactObjectHeaders", "-Xlog:disable");
    }

    /** For the scripts of one tenant: those of another wait for one of them at most. */
    public ScriptCompiler of(String tenant) {
        var turn = turns.of(tenant);
        return source -> {
            var asked = new CompletableFuture<ScriptOutcome>();
            // Of one that is cancelled nothing but its turn is left.
            var waiting = new AtomicReference<>(Optional.of(source));
            asked.whenComplete((_, _) -> waiting.set(Optional.empty()));
            turn.execute(() -> waiting.get().map(this::outcomeInAnyCase).ifPresent(asked::complete));
            return asked;
        };
    }

    @Override
    public CompletableFuture<ScriptOutcome> compile(ScriptSource source) {
        return of("").compile(source);
    }

    @Override
    public void close() {
        queue.shutdownNow();
        stop();
    }

    private ScriptOutcome outcomeInAnyCase(ScriptSource source) {
        try {
            return outcome(source);
        } catch (RuntimeException fault) {
            return new ScriptOutcome.Unavailable(fault.toString());
        }
    }

    private ScriptOutcome outcome(ScriptSource source) {
        var known = fatal.of(source);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            return use().ask(source, limit);
        } catch (Stopped stopped) {
            stop();
            var rejected = stopped.outcome(source, limit);
            fatal.add(source, rejected);
            return rejected;
        } catch (IOException failed) {
            stop();
            LOG.atWarn()
                    .addKeyValue("event", "script_compiler_failed")
                    .setCause(failed)
                    .log("the process that compiles scripts could not be started");
            return new ScriptOutcome.Unavailable("the compiler cannot be started");
        } finally {
            endUse();
        }
    }

    private synchronized Running use() throws IOException {
        inUse = true;
        if (running.filter(it -> it.process().isAlive()).isEmpty()) {
            running = Optional.of(Running.start(command));
        }
        return running.get();
    }

    private synchronized void endUse() {
        inUse = false;
    }

    /** As a thread does that had nothing to do for long; the one after it may have asked already. */
    synchronized void stopUnused() {
        if (!inUse) {
            stop();
        }
    }

    private synchronized void stop() {
        running.ifPresent(it -> it.process().destroyForcibly());
        running = Optional.empty();
    }

    /** The process ended while it had a script to compile. */
    private static final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;
        private final boolean tooLong;

        Stopped(boolean tooLong) {
            super(null, null, false, false);
            this.tooLong = tooLong;
        }

        ScriptOutcome.Rejected outcome(ScriptSource source, Duration limit) {
            return new ScriptOutcome.Rejected(List.of(new Finding(
                    source.entry(),
                    0,
                    0,
                    tooLong
                            ? TOO_LONG.formatted(limit.toSeconds())
                            : "the compiler crashes on it: it is nested too deeply, or too large")));
        }
    }

    private record Running(Process process, DataInputStream in, DataOutputStream out) {
        static Running start(List<String> command) throws IOException {
            var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            // It compiles texts of authors, and none of this process's credentials are for it.
            builder.environment().clear();
            var process = builder.start();
            var running = new Running(
                    process,
                    new DataInputStream(new BufferedInputStream(process.getInputStream())),
                    new DataOutputStream(new BufferedOutputStream(process.getOutputStream())));
            // A JVM that does not start is no fault of the first script.
            var kill = after(START, process::destroyForcibly);
            try {
                running.in.readByte();
                return running;
            } finally {
                kill.cancel(false);
            }
        }

        private static CompletableFuture<Void> after(Duration limit, Runnable kill) {
            return CompletableFuture.runAsync(
                    kill, CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
        }

        ScriptOutcome ask(ScriptSource source, Duration limit) throws Stopped {
            var tooLong = new AtomicBoolean();
            var kill = after(limit, () -> {
                // First: the end of the process is read before this returns.
                tooLong.set(true);
                process.destroyForcibly();
            });
            try {
                ProcessMessages.write(out, source);
                return ProcessMessages.readOutcome(in);
            } catch (IOException ended) {
                throw new Stopped(tooLong.get());
            } finally {
                kill.cancel(false);
            }
        }
    }
}
