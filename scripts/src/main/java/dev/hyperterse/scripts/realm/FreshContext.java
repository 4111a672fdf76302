package dev.hyperterse.scripts.realm;

import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;

/** A context of its own for one run, in which it may change everything. */
record FreshContext(Context context, ScriptGlobals globals, List<ScriptGlobals.Global> named) implements ContextLease {
    @Override
    public void begin(Value prelude) {
        globals.close(context);
        named.forEach(global -> prelude.invokeMember("offer", global.name(), global.part()));
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
