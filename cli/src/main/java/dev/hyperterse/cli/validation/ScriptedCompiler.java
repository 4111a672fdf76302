package dev.hyperterse.cli.validation;

import dev.hyperterse.cli.cache.StoredScripts;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.Memo;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.script.CompilerProcess;
import dev.hyperterse.compiler.script.ServerScriptCache;

/**
 * The compiler of catalogs for commands, which need the complete result: it compiles the scripts that are missing and then
 * the server again, until none is. Those of definitions are asked for once that of the authentication is there.
 */
public final class ScriptedCompiler {
    /** The process that compiles scripts: it takes a second or two of processor time to start, and ends with this one. */
    private static final CompilerProcess PROCESS = CompilerProcess.kept();

    private final CatalogCompiler compiler = new CatalogCompiler();
    private final ServerScriptCache scripts = new ServerScriptCache(StoredScripts.ofThisUser(PROCESS), () -> {});

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
