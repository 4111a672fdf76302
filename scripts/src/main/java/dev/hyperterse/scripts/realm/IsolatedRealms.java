package dev.hyperterse.scripts.realm;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.javascript.isolated.Isolate;
import dev.hyperterse.javascript.isolated.IsolateImage;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.Realms;
import dev.hyperterse.scripts.host.ScriptHost;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Opens worlds with a memory of their own, from an image in which the modules of the script are linked and have not
 * run.
 */
public final class IsolatedRealms implements Realms {
    private final Map<String, String> files;
    private final LongSupplier mostBytes;
    private final Startup<Linked> linked;

    private record Linked(IsolatedEngine engine, IsolateImage image, long module) {}

    /** @param mostBytes of memory for each run */
    public IsolatedRealms(
            CompiledScript script, Startup<IsolatedEngine> engine, LongSupplier mostBytes, Executor threads) {
        this.files =
                script.modules().stream().collect(Collectors.toUnmodifiableMap(ScriptModule::file, ScriptModule::code));
        this.mostBytes = mostBytes;
        this.linked = new Startup<>(() -> engine.ready().thenApplyAsync(it -> link(script, it), threads));
    }

    private Linked link(CompiledScript script, IsolatedEngine engine) {
        var world = Isolate.restore(engine.image(), mostBytes(), new IsolatedFiles(files, engine, Optional.empty()));
        var module = world.link(script.entry().file(), script.entry().code());
        return new Linked(engine, world.image(engine.image()), module);
    }

    private int mostBytes() {
        return (int) Math.min(Integer.MAX_VALUE, mostBytes.getAsLong());
    }

    @Override
    public CompletableFuture<?> ready() {
        return linked.ready();
    }

    @Override
    public Realm open(ScriptHost host) {
        var prepared = linked.ready().join();
        var world = Isolate.restore(
                prepared.image(), mostBytes(), new IsolatedFiles(files, prepared.engine(), Optional.of(host)));
        return new IsolatedRealm(
                world, prepared.engine(), _ -> world.property(world.run(prepared.module()), "default"));
    }
}
