package dev.hyperterse.javascript;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.io.IOAccess;

/**
 * Contexts that can compute and nothing else: no file, no socket, no thread, no class of the host, no code out of strings.
 * Sources are parsed once for all contexts.
 */
public final class Sandbox implements AutoCloseable {
    private static final String LANGUAGE = "js";
    private static final String MODULE = "application/javascript+module";

    /**
     * Longest string that a script can make, in characters; longest typed array, in elements. One operation makes it before
     * anything can end the run.
     */
    public static final int LONGEST = Math.clamp(Runtime.getRuntime().maxMemory() / 32, 4 << 20, 32 << 20);

    /** Arguments of apply and of a spread, which are copied at once. */
    private static final String MOST_ARGUMENTS = Integer.toString(1 << 20);

    private final Engine engine = Engine.newBuilder(LANGUAGE)
            .in(InputStream.nullInputStream())
            .out(OutputStream.nullOutputStream())
            .err(OutputStream.nullOutputStream())
            // Options of the engine, because those of a context are parsed for each. A sandbox policy of polyglot would
            // refuse the size limits below, without which one call of repeat() takes the whole heap; instead, every
            // privilege is denied by name.
            .allowExperimentalOptions(true)
            .option("engine.WarnInterpreterOnly", "false")
            .option("js.allow-eval", "false")
            .option("js.console", "false")
            .option("js.esm-eval-returns-exports", "true")
            .option("js.graal-builtin", "false")
            .option("js.load", "false")
            .option("js.max-apply-argument-length", MOST_ARGUMENTS)
            .option("js.max-typed-array-length", Integer.toString(LONGEST))
            .option("js.print", "false")
            // RegExp.$1 and the like would tell a run what the one before it matched.
            .option("js.regexp-static-result", "false")
            .option("js.shared-array-buffer", "false")
            .option("js.string-length-limit", Integer.toString(LONGEST))
            .build();

    public Sandbox() {
        // Its first use activates it.
        engine.getInstruments().get(BigIntBound.ID).lookup(BigIntBound.class);
    }

    /** Opens a context; used by one thread at a time. */
    public Context open(ScriptFiles files) {
        return Context.newBuilder(LANGUAGE)
                .engine(engine)
                .in(InputStream.nullInputStream())
                .out(OutputStream.nullOutputStream())
                .err(OutputStream.nullOutputStream())
                .allowAllAccess(false)
                .allowHostAccess(HostAccess.NONE)
                .allowPolyglotAccess(PolyglotAccess.NONE)
                .allowEnvironmentAccess(EnvironmentAccess.NONE)
                .allowNativeAccess(false)
                .allowCreateThread(false)
                .allowCreateProcess(false)
                .allowInnerContextOptions(false)
                .allowValueSharing(false)
                .allowIO(IOAccess.newBuilder().fileSystem(files).build())
                .build();
    }

    /** An ES module; stack traces have the name of the file. */
    public static Source module(String file, String code) {
        return source(Source.newBuilder(LANGUAGE, code, file).mimeType(MODULE));
    }

    /** A script that is not an author's: its frames are not shown. */
    public static Source internal(String file, String code) {
        return source(Source.newBuilder(LANGUAGE, code, file).internal(true));
    }

    private static Source source(Source.Builder builder) {
        try {
            return builder.build();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a text is not read from anywhere", impossible);
        }
    }

    @Override
    public void close() {
        engine.close(true);
    }
}
