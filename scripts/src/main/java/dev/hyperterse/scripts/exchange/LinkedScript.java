package dev.hyperterse.scripts.exchange;

import dev.hyperterse.calls.CallFailure;

/** A script that is ready to run; safe for concurrent calls. */
@FunctionalInterface
public interface LinkedScript {
    /**
     * Runs it; the calling thread only waits.
     *
     * @throws CallFailure when it failed, exceeded a limit, or was ended
     */
    ScriptResult run(ScriptCall call);
}
