package dev.hyperterse.scripts.realm;

import dev.hyperterse.scripts.host.RunSubject;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;

/**
 * The functions of prelude.js in a context of the shared engine.
 *
 * @param all as members of one object
 * @param settle takes the number of a promise
 */
record Prelude(Value all, Value serve, Value begin, Value settle) {
    /** In an entered context. */
    static Prelude in(Context context, ScriptGlobals globals) {
        var all = context.eval(globals.prelude()).execute(true);
        return new Prelude(all, all.getMember("serve"), all.getMember("begin"), all.getMember("settle"));
    }

    /** Runs the function that a script exports. */
    void begin(Value function, String given, RunSubject subject) {
        begin.executeVoid(
                function,
                given,
                subject.kind().name(),
                subject.kind().word(),
                subject.name(),
                subject.uri().orElse(null));
    }
}
