package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.exchange.ScriptResult;
import java.nio.charset.StandardCharsets;

/**
 * A script that changes the arguments before they are validated; without a return value the arguments stay as they are.
 */
public record TransformInput(Transform transform) implements Step {
    /** Bytes of memory for a byte of arguments as a text and as an argument, and the same for the result. */
    private static final long AS_TEXT = 4;

    private static final String NOTHING = "null";

    @Override
    public Ended take(ToolCall call) {
        var given = call.arguments();
        call.memory().take(AS_TEXT * given.length());
        var json = new String(given.bytes(), given.from(), given.length(), StandardCharsets.UTF_8);
        switch (transform.run(json, () -> json, call)) {
            case ScriptResult.InputRequired _ -> {
                return Ended.INPUT_REQUIRED;
            }
            case ScriptResult.Value(var changed) when changed.equals(NOTHING) -> {}
            case ScriptResult.Value(var changed)
            when changed.startsWith("{") -> {
                call.memory().take(AS_TEXT * changed.length());
                var bytes = changed.getBytes(StandardCharsets.UTF_8);
                call.arguments(new JsonSpan(bytes, 0, bytes.length));
            }
            case ScriptResult.Value _, ScriptResult.Rows _, ScriptResult.Whole _ ->
                throw new CallFailure(
                        Stage.INPUT_TRANSFORM,
                        "input transform failed: it returned neither an object of inputs nor nothing");
        }
        return Ended.COMPLETED;
    }
}
