package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallOutcome;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.memory.ResultBuffer;

/**
 * A tool (or the body of a resource) with everything worked out that does not depend on the call. Safe for any number of
 * concurrent calls.
 */
public interface LinkedTool {
    /**
     * Runs one call on the caller's thread.
     *
     * @param arguments the JSON object of the arguments
     * @param out receives the rows, in its present form, when the call completes; is as before when it fails
     */
    CallOutcome call(JsonSpan arguments, Principal principal, CallScope scope, ResultBuffer out);
}
