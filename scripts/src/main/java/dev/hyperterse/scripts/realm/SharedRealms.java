package dev.hyperterse.scripts.realm;

import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.Realms;
import dev.hyperterse.scripts.host.ScriptHost;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Source;

/** Realms in the engine that all scripts share. */
public final class SharedRealms implements Realms {
    /**
     * What the engine says of a change to an object that is frozen. It quotes all members of some objects after the name of
     * the one that was to change.
     */
    private static final Pattern FROZEN = Pattern.compile(
            "^(?:TypeError: )?(Cannot (?:add|assign|define|redefine|set) [^']*(?:'[^']{0,80}')?|'?[^' ]{0,80}'? is not a"
                    + " configurable property|setPrototype failed)");

    private static final String REMEDY =
            "built-in objects are frozen; if this is one, engine: Fresh lets the script change its own";

    private final SharedEngine engine;
    private final Source entry;
    private final List<ScriptGlobals.Global> named;
    private final ScriptFiles files;
    private final Optional<HardenedContexts.Owner> hardened;

    public SharedRealms(DeployedScript script, SharedEngine engine) {
        var compiled = script.script();
        var texts = new HashMap<String, String>();
        for (ScriptModule module : compiled.modules()) {
            texts.put(module.file(), module.code());
        }
        this.engine = engine;
        this.entry = Sandbox.module(compiled.entry().file(), compiled.entry().code());
        this.named = ScriptGlobals.namedIn(texts.values());
        this.files = ScriptFiles.of(texts);
        this.hardened = compiled.engine() == ScriptIsolation.Shared
                        && texts.values().stream().noneMatch(SharedRealms::mayExtendBuiltIns)
                ? Optional.of(HardenedContexts.Owner.of(script.owner()))
                : Optional.empty();
    }

    /**
     * A class whose base class returns another object adds its private fields to that, even to a frozen one, where they would
     * stay.
     */
    private static boolean mayExtendBuiltIns(String code) {
        return code.contains("#") && code.contains("extends");
    }

    @Override
    public CompletableFuture<?> ready() {
        return engine.warm().ready();
    }

    @Override
    public Realm open(ScriptHost host) {
        return new SharedRealm(lease(), engine.globals(), entry, host);
    }

    private ContextLease lease() {
        return hardened.flatMap(owner -> engine.hardened().lease(owner, files))
                .orElseGet(() -> new FreshContext(engine.sandbox().open(files), engine.globals(), named));
    }

    @Override
    public Optional<Cure> cure(String message) {
        return hardened.flatMap(_ -> Optional.of(FROZEN.matcher(message)))
                .filter(Matcher::find)
                .map(found -> new Cure(found.group(1), REMEDY));
    }
}
