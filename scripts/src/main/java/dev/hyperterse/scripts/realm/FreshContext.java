package dev.hyperterse.scripts.realm;

import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/** A context of its own for one run, in which it may change everything. */
record FreshContext(Context context, ScriptGlobals globals, List<ScriptGlobals.Global> named) implements ContextLease {
    @Override
    public Prelude begin(ProxyExecutable host) {
        var prelude = Prelude.in(context, globals);
        prelude.serve().executeVoid(host);
        globals.close(context);
        named.forEach(global -> prelude.all().invokeMember("offer", global.name(), global.part()));
        return prelude;
    }

    @Override
    public void end(boolean reusable, long allocatedBytes) {
        context.close();
    }

    @Override
    public void stop() {
        context.close(true);
    }
}
