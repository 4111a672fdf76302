package dev.hyperterse.scripts.realm;

import dev.hyperterse.javascript.isolated.Isolate;
import dev.hyperterse.javascript.isolated.IsolateImage;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.Realms;
import dev.hyperterse.scripts.host.ScriptHost;
import dev.hyperterse.scripts.host.SentProgram;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** Opens worlds for programs, from an image that has their globals and no code of an author. */
public final class ProgramRealms implements Realms {
    private static final Map<String, String> NO_FILES = Map.of();

    private final LongSupplier mostBytes;
    private final Startup<Prepared> prepared;

    private record Prepared(IsolatedEngine engine, IsolateImage image) {}

    /** @param mostBytes of memory for each run */
    public ProgramRealms(Startup<IsolatedEngine> engine, LongSupplier mostBytes, Executor threads) {
        this.mostBytes = mostBytes;
        this.prepared = new Startup<>(() -> engine.ready().thenApplyAsync(this::prepare, threads));
    }

    private Prepared prepare(IsolatedEngine engine) {
        var world = restore(engine, engine.image(), Optional.empty());
        world.call(IsolatedEngine.evaluate(world, ScriptGlobals.PROGRAM), engine.offer());
        return new Prepared(engine, world.image(engine.image()));
    }

    private Isolate restore(IsolatedEngine engine, IsolateImage image, Optional<ScriptHost> host) {
        return Isolate.restore(
                image,
                (int) Math.min(Integer.MAX_VALUE, mostBytes.getAsLong()),
                new IsolatedFiles(NO_FILES, engine, host));
    }

    @Override
    public CompletableFuture<?> ready() {
        return prepared.ready();
    }

    @Override
    public Realm open(ScriptHost host) {
        var ready = prepared.ready().join();
        var world = restore(ready.engine(), ready.image(), Optional.of(host));
        return new IsolatedRealm(
                world, ready.engine(), given -> world.evaluate(SentProgram.FILE, SentProgram.function(given)));
    }
}
