package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.script.LinkedScript;
import dev.hyperterse.runtime.script.ScriptCall;
import dev.hyperterse.runtime.script.ScriptOwner;
import dev.hyperterse.runtime.script.ScriptQueries;
import dev.hyperterse.runtime.script.ScriptResult;
import java.util.Optional;

/**
 * A script before or after the run of a tool.
 *
 * @param stage that its failures are of
 */
record Transform(ScriptOwner owner, LinkedScript script, Stage stage, String name) {
    static Transform ofInput(ScriptOwner owner, LinkedScript script) {
        return new Transform(owner, script, Stage.INPUT_TRANSFORM, "input transform");
    }

    static Transform ofOutput(ScriptOwner owner, LinkedScript script) {
        return new Transform(owner, script, Stage.OUTPUT_TRANSFORM, "output transform");
    }

    /** @throws CallFailure of this stage when the script fails, and as it is when the call ends meanwhile */
    ScriptResult run(String given, ToolCall call) {
        try {
            return script.run(new ScriptCall(
                    given,
                    Optional.empty(),
                    call.context(),
                    ScriptQueries.NONE,
                    new CalledTools(owner, call),
                    call.result()::beside));
        } catch (CallFailure failure) {
            throw failure.stage() == Stage.EXECUTION
                    ? new CallFailure(stage, "%s failed: %s".formatted(name, failure.getMessage()))
                    : failure;
        }
    }
}
