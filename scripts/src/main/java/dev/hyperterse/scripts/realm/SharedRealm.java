package dev.hyperterse.scripts.realm;

import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.ScriptFault;
import dev.hyperterse.scripts.host.ScriptHost;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/** A context of the engine that all scripts share. */
final class SharedRealm implements Realm {
    private final Context context;
    private final ScriptGlobals globals;
    private final List<ScriptGlobals.Global> named;
    private final Source entry;
    private final ScriptHost host;
    private Optional<Value> control = Optional.empty();

    SharedRealm(
            Context context, ScriptGlobals globals, List<ScriptGlobals.Global> named, Source entry, ScriptHost host) {
        this.context = context;
        this.globals = globals;
        this.named = named;
        this.entry = entry;
        this.host = host;
    }

    @Override
    public void turn(Runnable work) {
        try {
            // Entered once for the turn, which is cheaper than for each call.
            context.enter();
        } catch (IllegalStateException closed) {
            throw ScriptFault.of(ScriptFault.Kind.STOPPED, closed);
        }
        try {
            work.run();
        } catch (PolyglotException thrown) {
            throw fault(thrown);
        } finally {
            context.leave();
        }
    }

    @Override
    public void begin(String given, String environment, String facts) {
        var prepared = context.eval(globals.prelude()).execute(globals.calling(host));
        control = Optional.of(prepared);
        globals.close(context);
        named.forEach(global -> prepared.invokeMember("offer", global.name(), global.part()));
        var function = context.eval(entry).getMember("default");
        prepared.invokeMember("begin", function, given, environment, facts);
    }

    @Override
    public void settle(int id) {
        control.orElseThrow().invokeMember("settle", id);
    }

    @Override
    public void settle(int id, boolean failed, String text) {
        control.orElseThrow().invokeMember("settle", id, failed, text);
    }

    private static ScriptFault fault(PolyglotException thrown) {
        if (thrown.isResourceExhausted()) {
            return ScriptFault.of(ScriptFault.Kind.MEMORY, thrown);
        }
        if (thrown.isCancelled() || thrown.isInterrupted()) {
            return ScriptFault.of(ScriptFault.Kind.STOPPED, thrown);
        }
        if (!thrown.isGuestException()) {
            return ScriptFault.of(ScriptFault.Kind.BROKEN, thrown);
        }
        return ScriptFault.thrown(
                thrown.getMessage(),
                Optional.ofNullable(thrown.getGuestObject())
                        .filter(error -> error.hasMember("stack"))
                        .map(error -> error.getMember("stack").toString())
                        .orElse(""));
    }

    @Override
    public Optional<LongSupplier> memory() {
        return Optional.empty();
    }

    @Override
    public void stop() {
        context.close(true);
    }

    @Override
    public void close() {
        context.close();
    }
}
