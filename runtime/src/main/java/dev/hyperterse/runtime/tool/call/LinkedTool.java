package dev.hyperterse.runtime.tool.call;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;

/**
 * A tool (or the body of a resource) in which everything that does not depend on the call is prepared. Safe for
 * concurrent calls.
 */
@FunctionalInterface
public interface LinkedTool {
    /**
     * Runs one call on the caller's thread; its result is written when this returns and the call is completed.
     *
     * @throws CallFailure when the call failed; the partial result must be discarded
     */
    Ended call(ToolCall call);
}
