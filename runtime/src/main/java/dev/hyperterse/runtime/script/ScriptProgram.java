package dev.hyperterse.runtime.script;

import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import dev.hyperterse.runtime.fetch.Fetches;
import java.util.HashMap;
import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import tools.jackson.databind.json.JsonMapper;

/** A script with all that its runs have in common. */
final class ScriptProgram {
    private final ScriptOwner owner;
    private final ScriptShare share;
    private final Source entry;
    private final ScriptGlobals globals;
    private final List<ScriptGlobals.Global> named;
    private final Fetches fetches;
    private final ScriptFiles files;
    private final Sandbox sandbox;
    private final AuthorOutput output;
    private final String environment;

    ScriptProgram(
            DeployedScript deployed,
            ScriptShare share,
            Sandbox sandbox,
            ScriptGlobals globals,
            Fetches fetches,
            ScriptOutput output) {
        var script = deployed.script();
        var texts = new HashMap<String, String>();
        for (ScriptModule module : script.modules()) {
            texts.put(module.file(), module.code());
        }
        this.owner = deployed.owner();
        this.share = share;
        this.entry = Sandbox.module(script.entry().file(), script.entry().code());
        this.globals = globals;
        this.named = ScriptGlobals.namedIn(texts.values());
        this.fetches = fetches;
        this.files = ScriptFiles.of(texts);
        this.sandbox = sandbox;
        this.output = new AuthorOutput(deployed.owner(), new AuthorPositions(script), output);
        this.environment = JsonMapper.shared().writeValueAsString(deployed.environment());
    }

    ScriptOwner owner() {
        return owner;
    }

    ScriptShare share() {
        return share;
    }

    String environment() {
        return environment;
    }

    Fetches fetches() {
        return fetches;
    }

    ScriptGlobals globals() {
        return globals;
    }

    AuthorOutput output() {
        return output;
    }

    Context open() {
        return sandbox.open(files);
    }

    /** What the host calls of a run: begin, and settle what it asked for. Nothing of the author's has run after it. */
    Value prepare(Context context, ProxyExecutable host) {
        var control = context.eval(globals.prelude()).execute(host);
        named.forEach(global -> control.invokeMember("offer", global.name(), global.part()));
        return control;
    }

    /** The function that the author exports; runs what stands beside it. */
    Value function(Context context) {
        return context.eval(entry).getMember("default");
    }
}
