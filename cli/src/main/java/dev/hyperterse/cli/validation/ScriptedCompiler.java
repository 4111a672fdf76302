package dev.hyperterse.cli.validation;

import dev.hyperterse.operator.compile.CatalogCompiler;
import dev.hyperterse.operator.compile.CompiledServer;
import dev.hyperterse.operator.compile.Memo;
import dev.hyperterse.operator.resolve.ServerInputs;
import dev.hyperterse.operator.script.CompilerProcess;
import dev.hyperterse.operator.script.ServerScriptCache;

/**
 * The compiler of catalogs for commands, which need the complete result: it compiles the scripts that are missing and then
 * the server again, until none is. Those of definitions are asked for once that of the authentication is there. The
 * process that compiles scripts ends with this one.
 */
public final class ScriptedCompiler {
    private final CatalogCompiler compiler = new CatalogCompiler();
    private final ServerScriptCache scripts = new ServerScriptCache(CompilerProcess.kept(), () -> {});

    public CompiledServer compile(ServerInputs inputs, Memo memo) {
        var known = scripts.known();
        var compiled = compiler.compile(inputs.withScripts(known), memo);
        while (!known.missing().isEmpty()) {
            scripts.await(known);
            known = scripts.known();
            compiled = compiler.compile(inputs.withScripts(known), compiled.memo());
        }
        scripts.after(known);
        scripts.forgetUnavailable();
        return compiled;
    }
}
