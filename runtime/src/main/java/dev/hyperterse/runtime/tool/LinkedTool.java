package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Outcome.Ended;

/**
 * A tool (or the body of a resource) with everything worked out that does not depend on the call. Safe for any number of
 * concurrent calls.
 */
@FunctionalInterface
public interface LinkedTool {
    /**
     * Runs one call on the caller's thread; its result is written when this returns and the call is completed.
     *
     * @throws CallFailure when the call failed; what it has written until then is of no use
     */
    Ended call(ToolCall call);
}
