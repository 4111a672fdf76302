package dev.hyperterse.runtime.tool.script.returned;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.result.CompleteRows;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.exchange.ScriptResult;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Writes the value that a script returned as the result of its call. */
public final class ReturnedResult {
    /** Bytes for a character of the script's JSON while it is written: as a character and in UTF-8. */
    private static final long WHILE_WRITTEN = 4;

    /** Bytes for a character in a tree; many small arrays take the most. */
    private static final long AS_TREE = 32;

    private ReturnedResult() {}

    /** Writes the result of a tool, whose scripts return rows and results. @param rules of its rows */
    public static Ended write(ScriptResult result, RowRules rules, ToolCall call) {
        return write(result, rules, call, (_, _) -> {
            throw new IllegalStateException("scripts of tools return rows and results");
        });
    }

    /** Writes the result of a prompt or resource, whose scripts return values. */
    public static Ended write(ScriptResult result, ToolCall call, ReturnedValue returned) {
        return write(result, RowRules.STANDARD, call, returned);
    }

    private static Ended write(ScriptResult result, RowRules rules, ToolCall call, ReturnedValue returned) {
        switch (result) {
            case ScriptResult.InputRequired _ -> {
                return Ended.INPUT_REQUIRED;
            }
            case ScriptResult.Rows(var json, var count) -> {
                call.memory().take(WHILE_WRITTEN * json.length());
                new CompleteRows(json.getBytes(StandardCharsets.UTF_8), count).write(rules, call.result());
            }
            case ScriptResult.Value(var json) -> {
                call.memory().take(AS_TREE * json.length());
                returned.write(tree(json), call.result());
            }
            case ScriptResult.Whole whole -> {
                call.memory().take(WHILE_WRITTEN * whole.content().length());
                call.result().whole(whole.content(), whole.structured(), whole.failed(), whole.meta(), rules);
            }
        }
        return Ended.COMPLETED;
    }

    private static JsonNode tree(String json) {
        try {
            return JsonMapper.shared().readTree(json);
        } catch (JacksonException tooDeep) {
            throw new CallFailure(
                    Stage.EXECUTION, "the script returned a value that is nested too deeply, or too long");
        }
    }
}
