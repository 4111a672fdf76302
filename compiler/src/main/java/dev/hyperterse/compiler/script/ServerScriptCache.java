package dev.hyperterse.compiler.script;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The compiled scripts of one server, as its last compile requested them. A missing script never delays a compile: the
 * compile continues without it and is repeated when the script is ready.
 */
public final class ServerScriptCache {
    private static final long RETRY_SECONDS = 30;

    private final ScriptCompiler compiler;
    private final Runnable changed;
    private final Map<ScriptSource, ScriptOutcome> outcomes = new ConcurrentHashMap<>();
    private final Map<ScriptSource, CompletableFuture<ScriptOutcome>> compiling = new ConcurrentHashMap<>();
    private volatile Map<String, CompiledScript> published = Map.of();

    /** @param changed runs, on any thread, when a script that was missing is there */
    public ServerScriptCache(ScriptCompiler compiler, Runnable changed) {
        this.compiler = compiler;
        this.changed = changed;
    }

    /** A published script was compiled once, so a new leader need not compile it again. */
    public void takeOver(Published committed) {
        var byDigest = new HashMap<String, CompiledScript>();
        Stream.concat(
                        committed.leaves().stream().flatMap(Leaf::scripts).map(Action.RunScript::script),
                        ofPlugins(committed))
                .forEach(script -> byDigest.put(script.digest(), script));
        published = byDigest;
    }

    private static Stream<CompiledScript> ofPlugins(Published committed) {
        return committed.settings().stream()
                .flatMap(settings -> settings.auth().required().stream())
                .filter(AuthPlugin.Script.class::isInstance)
                .flatMap(plugin -> committed.values().find(((AuthPlugin.Script) plugin).code()).stream())
                .map(new CatalogCodec()::decodeScript);
    }

    /** For one compile. */
    public AskedScripts known() {
        return new AskedScripts(this::outcome);
    }

    /**
     * Forgets what that compile did not ask for, and has compiled what it did not find. A text that was edited before its
     * turn is not compiled: it would wait in memory, and the next one behind it.
     */
    public void after(AskedScripts compile) {
        outcomes.keySet().retainAll(compile.asked());
        compiling.forEach((source, outcome) -> {
            if (!compile.asked().contains(source) && compiling.remove(source, outcome)) {
                outcome.cancel(false);
            }
        });
        published = Map.of();
        compile.missing().forEach(this::compile);
    }

    /** Has compiled what that compile did not find, and waits until everything is there. Forgets nothing. */
    public void await(AskedScripts compile) {
        compile.missing().stream()
                .map(source -> compiler.compile(source).thenAccept(outcome -> outcomes.put(source, outcome)))
                .toList()
                .forEach(CompletableFuture::join);
    }

    /** The next compile finds those missing that could not be compiled for a reason of this machine. */
    public void forgetUnavailable() {
        outcomes.values().removeIf(ScriptOutcome.Unavailable.class::isInstance);
    }

    private Optional<ScriptOutcome> outcome(ScriptSource source) {
        var known = Optional.ofNullable(outcomes.get(source));
        if (known.isPresent() || published.isEmpty()) {
            return known;
        }
        var carriedOver = Optional.ofNullable(published.get(source.digest())).map(ScriptOutcome.Compiled::new);
        carriedOver.ifPresent(outcome -> outcomes.put(source, outcome));
        return carriedOver.map(outcome -> outcome);
    }

    private void compile(ScriptSource source) {
        if (compiling.containsKey(source)) {
            return;
        }
        var asked = compiler.compile(source);
        compiling.put(source, asked);
        asked.thenAccept(outcome -> {
            outcomes.put(source, outcome);
            compiling.remove(source, asked);
            changed.run();
            if (outcome instanceof ScriptOutcome.Unavailable) {
                CompletableFuture.delayedExecutor(RETRY_SECONDS, TimeUnit.SECONDS)
                        .execute(() -> {
                            outcomes.remove(source, outcome);
                            changed.run();
                        });
            }
        });
    }
}
