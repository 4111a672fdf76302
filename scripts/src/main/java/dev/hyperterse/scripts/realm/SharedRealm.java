package dev.hyperterse.scripts.realm;

import com.sun.management.ThreadMXBean;
import dev.hyperterse.javascript.CallerStack;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.RunSubject;
import dev.hyperterse.scripts.host.ScriptFault;
import dev.hyperterse.scripts.host.ScriptHost;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;

/** A realm in the engine that all scripts share. */
final class SharedRealm implements Realm {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ContextLease lease;
    private final ScriptGlobals globals;
    private final Source entry;
    private final ScriptHost host;
    private final Map<Integer, CallerStack> asked = new HashMap<>();
    private Optional<Prelude> prelude = Optional.empty();
    private boolean complete = true;
    private long allocated;

    SharedRealm(ContextLease lease, ScriptGlobals globals, Source entry, ScriptHost host) {
        this.lease = lease;
        this.globals = globals;
        this.entry = entry;
        this.host = host;
    }

    @Override
    public void turn(Runnable work) {
        var context = lease.context();
        try {
            // Entered once for the turn, which is cheaper than for each call.
            context.enter();
        } catch (IllegalStateException closed) {
            throw ScriptFault.of(ScriptFault.Kind.STOPPED, closed);
        }
        var before = THREADS.getCurrentThreadAllocatedBytes();
        var completed = false;
        try {
            work.run();
            completed = true;
        } catch (PolyglotException thrown) {
            throw fault(thrown);
        } finally {
            // Work that did not complete may have settled promises whose callbacks have not run.
            complete &= completed;
            allocated += THREADS.getCurrentThreadAllocatedBytes() - before;
            context.leave();
        }
    }

    @Override
    public void begin(String given, RunSubject subject) {
        var ready = lease.begin(globals.calling(host, number -> asked.put(number, CallerStack.here())));
        prelude = Optional.of(ready);
        ready.begin(lease.context().eval(entry).getMember("default"), given, subject);
    }

    @Override
    public void settle(int id) {
        prelude.orElseThrow().settle().executeVoid(id);
    }

    @Override
    public void settle(int id, boolean failed, String text) {
        var asker = Optional.ofNullable(asked.remove(id)).filter(_ -> failed);
        prelude.orElseThrow()
                .settle()
                .executeVoid(id, failed, text, asker.map(CallerStack::lines).orElse(""));
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
        lease.stop();
    }

    @Override
    public void close() {
        lease.end(complete, allocated);
    }
}
