package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallFailure;

/** What one stage does to a call of its tool. */
@FunctionalInterface
interface Step {
    /** @throws CallFailure when the call ends here */
    void take(ToolCall call);
}
