package dev.hyperterse.runtime.tool.call;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;

/** One stage of a call. */
@FunctionalInterface
public interface Step {
    /**
     * @return whether the following stages run: they do not while the call waits for answers of its client
     * @throws CallFailure when the call ends here
     */
    Ended take(ToolCall call);
}
