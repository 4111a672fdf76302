package dev.hyperterse.scripts.realm;

import com.sun.management.ThreadMXBean;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.ScriptFault;
import dev.hyperterse.scripts.host.ScriptHost;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/** A realm in the engine that all scripts share. */
final class SharedRealm implements Realm {
    private final ContextLease lease;
    private final ScriptGlobals globals;
    private final Source entry;
    private final ScriptHost host;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private Optional<Value> control = Optional.empty();
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
        var before = threads.getCurrentThreadAllocatedBytes();
        var completed = false;
        try {
            work.run();
            completed = true;
        } catch (PolyglotException thrown) {
            throw fault(thrown);
        } finally {
            // Work that did not complete may have settled promises whose callbacks have not run.
            complete &= completed;
            allocated += threads.getCurrentThreadAllocatedBytes() - before;
            context.leave();
        }
    }

    @Override
    public void begin(String given, String environment, String facts) {
        var context = lease.context();
        var prepared = context.eval(globals.prelude()).execute(globals.calling(host));
        control = Optional.of(prepared);
        lease.begin(prepared);
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
        lease.stop();
    }

    @Override
    public void close() {
        lease.end(complete, allocated);
    }
}
