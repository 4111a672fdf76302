package dev.hyperterse.scripts.realm;

import dev.hyperterse.javascript.EngineTables;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import java.util.Map;
import java.util.Optional;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * A context whose built-in objects are frozen, for one run after the other. Each run evaluates its own modules, and nothing
 * else in it can change.
 */
final class HardenedContext {
    private static final ScriptFiles NONE = ScriptFiles.of(Map.of());

    private final Context context;
    private final ScriptFiles files;
    private final EngineTables tables;
    private final Prelude prelude;
    private final Value end;
    private Optional<HardenedContexts.Owner> owner = Optional.empty();
    private long allocated;

    private HardenedContext(Context context, ScriptFiles files, EngineTables tables, Prelude prelude, Value end) {
        this.context = context;
        this.files = files;
        this.tables = tables;
        this.prelude = prelude;
        this.end = end;
    }

    /** Takes about a hundred times as long as a small run. */
    static HardenedContext open(Sandbox sandbox, ScriptGlobals globals) {
        var files = ScriptFiles.of(Map.of());
        var context = sandbox.open(files);
        context.enter();
        try {
            var prelude = Prelude.in(context, globals);
            var end = globals.harden(context, prelude);
            return new HardenedContext(context, files, EngineTables.ofEnteredContext(), prelude, end);
        } finally {
            context.leave();
        }
    }

    /** The scripts whose runs it has had. */
    Optional<HardenedContexts.Owner> owner() {
        return owner;
    }

    /** In bytes, by all its runs. */
    long allocated() {
        return allocated;
    }

    ContextLease lease(HardenedContexts.Owner to, ScriptFiles ofScript, HardenedContexts from) {
        owner = Optional.of(to);
        files.become(ofScript);
        return new Lease(from);
    }

    void close() {
        context.close();
    }

    /** Removes what the last run had, so that it is not held. @return whether another run may follow */
    private boolean cleared() {
        context.enter();
        try {
            end.executeVoid();
        } catch (PolyglotException broken) {
            return false;
        } finally {
            context.leave();
        }
        tables.clear();
        files.become(NONE);
        return true;
    }

    private final class Lease implements ContextLease {
        private final HardenedContexts from;

        Lease(HardenedContexts from) {
            this.from = from;
        }

        @Override
        public Context context() {
            return context;
        }

        @Override
        public Prelude begin(ProxyExecutable host) {
            prelude.serve().executeVoid(host);
            return prelude;
        }

        @Override
        public void end(boolean reusable, long allocatedBytes) {
            allocated += allocatedBytes;
            if (reusable && cleared()) {
                from.giveBack(HardenedContext.this);
            } else {
                from.ended();
                close();
            }
        }

        @Override
        public void stop() {
            from.ended();
            context.close(true);
        }
    }
}
