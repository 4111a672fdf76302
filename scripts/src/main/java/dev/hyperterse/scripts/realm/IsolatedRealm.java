package dev.hyperterse.scripts.realm;

import dev.hyperterse.javascript.isolated.Isolate;
import dev.hyperterse.javascript.isolated.IsolateFailure;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.RunSubject;
import dev.hyperterse.scripts.host.ScriptFault;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** A realm with a memory of its own. */
final class IsolatedRealm implements Realm {
    private final Isolate world;
    private final IsolatedEngine engine;
    private final ToLongFunction<String> function;

    /** @param function evaluates the author's code in that world, and returns its function; takes the inputs */
    IsolatedRealm(Isolate world, IsolatedEngine engine, ToLongFunction<String> function) {
        this.world = world;
        this.engine = engine;
        this.function = function;
    }

    @Override
    public void turn(Runnable work) {
        try {
            world.turn(work);
        } catch (IsolateFailure failure) {
            throw fault(failure);
        }
    }

    private static ScriptFault fault(IsolateFailure failure) {
        return switch (failure.kind()) {
            case THROWN -> ScriptFault.thrown(failure.getMessage(), failure.stack());
            case MEMORY -> ScriptFault.of(ScriptFault.Kind.MEMORY, failure);
            case DEPTH -> ScriptFault.of(ScriptFault.Kind.DEPTH, failure);
            case STOPPED -> ScriptFault.of(ScriptFault.Kind.STOPPED, failure);
            case BROKEN -> ScriptFault.of(ScriptFault.Kind.BROKEN, failure);
        };
    }

    @Override
    public void begin(String given, RunSubject subject) {
        world.call(
                engine.begin(),
                function.applyAsLong(given),
                given,
                subject.kind().name(),
                subject.kind().word(),
                subject.name(),
                subject.uri().orElse(null));
    }

    @Override
    public void settle(int id) {
        world.call(engine.settle(), id);
    }

    @Override
    public void settle(int id, boolean failed, String text) {
        world.call(engine.settle(), id, failed, text);
    }

    @Override
    public Optional<LongSupplier> memory() {
        return Optional.of(world::bytes);
    }

    @Override
    public void stop() {
        world.stop();
    }

    @Override
    public void close() {
        world.close();
    }
}
