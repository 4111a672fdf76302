package dev.hyperterse.compiler.script;

import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.util.concurrent.CompletableFuture;

/** Compiles scripts, bounded in time and memory for any text. */
@FunctionalInterface
public interface ScriptCompiler {
    /** Returns at once. The future always completes, exceptionally only when it is cancelled before its turn. */
    CompletableFuture<ScriptOutcome> compile(ScriptSource source);
}
