package dev.hyperterse.scripts.realm;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.Realms;
import dev.hyperterse.scripts.host.ScriptHost;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.graalvm.polyglot.Source;

/** Contexts of the engine that all scripts share. */
public final class SharedRealms implements Realms {
    private final Sandbox sandbox;
    private final ScriptGlobals globals;
    private final Startup<?> warm;
    private final Source entry;
    private final List<ScriptGlobals.Global> named;
    private final ScriptFiles files;

    /** @param warm of the engine */
    public SharedRealms(CompiledScript script, Sandbox sandbox, ScriptGlobals globals, Startup<?> warm) {
        var texts = new HashMap<String, String>();
        for (ScriptModule module : script.modules()) {
            texts.put(module.file(), module.code());
        }
        this.sandbox = sandbox;
        this.globals = globals;
        this.warm = warm;
        this.entry = Sandbox.module(script.entry().file(), script.entry().code());
        this.named = ScriptGlobals.namedIn(texts.values());
        this.files = ScriptFiles.of(texts);
    }

    @Override
    public CompletableFuture<?> ready() {
        return warm.ready();
    }

    @Override
    public Realm open(ScriptHost host) {
        return new SharedRealm(sandbox.open(files), globals, named, entry, host);
    }
}
