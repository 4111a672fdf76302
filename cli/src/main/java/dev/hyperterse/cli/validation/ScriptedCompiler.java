package dev.hyperterse.cli.validation;

import dev.hyperterse.operator.compile.CatalogCompiler;
import dev.hyperterse.operator.compile.CompiledServer;
import dev.hyperterse.operator.compile.Memo;
import dev.hyperterse.operator.resolve.ServerInputs;
import dev.hyperterse.operator.script.CompilerProcess;
import dev.hyperterse.operator.script.ServerScriptCache;

/**
 * The compiler of catalogs for commands, which need the complete result: it compiles missing scripts first and then the
 * server again. The process that compiles scripts ends with this one, or after an idle time.
 */
public final class ScriptedCompiler {
    private final CatalogCompiler compiler = new CatalogCompiler();
    private final ServerScriptCache scripts = new ServerScriptCache(new CompilerProcess(), () -> {});

    public CompiledServer compile(ServerInputs inputs, Memo memo) {
        var known = scripts.known();
        var compiled = compiler.compile(inputs.withScripts(known), memo);
        if (known.missing().isEmpty()) {
            scripts.after(known);
            return compiled;
        }
        scripts.await(known);
        var again = scripts.known();
        var complete = compiler.compile(inputs.withScripts(again), compiled.memo());
        scripts.after(again);
        scripts.forgetUnavailable();
        return complete;
    }
}
