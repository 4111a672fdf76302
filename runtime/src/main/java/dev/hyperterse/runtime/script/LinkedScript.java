package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallFailure;

/** A script that can be run, by any number of callers at once. */
@FunctionalInterface
public interface LinkedScript {
    /**
     * Runs it; the calling thread only waits.
     *
     * @throws CallFailure when it failed, exceeded a limit, or was ended
     */
    ScriptResult run(ScriptCall call);
}
