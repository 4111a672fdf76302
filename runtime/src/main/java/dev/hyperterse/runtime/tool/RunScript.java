package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.script.LinkedScript;
import dev.hyperterse.runtime.script.ScriptCall;
import dev.hyperterse.runtime.script.ScriptResult;
import dev.hyperterse.runtime.tool.NamedQueries.NamedQuery;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs a script and writes what it returns. */
record RunScript(LinkedScript script, Inputs inputs, Map<String, NamedQuery> queries, ReturnedValue returned)
        implements Step {
    /** What a character of the script's JSON takes while it is written: itself, and its bytes. */
    private static final long WHILE_WRITTEN = 4;

    /** The same as a tree, which takes the most where it has many small arrays. */
    private static final long AS_TREE = 32;

    @Override
    public void take(ToolCall call) {
        var arguments = arguments(call);
        var queried = new NamedQueries(queries, call, sent(call, arguments));
        var result = script.run(new ScriptCall(
                arguments, call.result().uri(), call.context(), queried, call.result()::beside));
        switch (result) {
            case ScriptResult.Rows(var json, var count) -> {
                call.memory().take(WHILE_WRITTEN * json.length());
                call.result().beginRows().json(json.getBytes(StandardCharsets.UTF_8));
                call.result().endRows(count);
            }
            case ScriptResult.Value(var json) -> {
                call.memory().take(AS_TREE * json.length());
                returned.write(tree(json), call.result());
            }
            case ScriptResult.Whole whole -> {
                call.memory().take(WHILE_WRITTEN * whole.content().length());
                call.result().whole(whole.content(), whole.structured(), whole.failed(), whole.meta());
            }
        }
    }

    private static JsonNode tree(String json) {
        try {
            return JsonMapper.shared().readTree(json);
        } catch (JacksonException tooDeep) {
            throw new CallFailure(Stage.EXECUTION, "the script returned what is nested too deeply, or too long");
        }
    }

    /** What its queries are given: they bind for themselves what the server knows. */
    private String sent(ToolCall call, String arguments) {
        return inputs.bound().isEmpty() ? arguments : InputsJson.of(inputs.fields(), call.inputs(), call.memory());
    }

    /** As validated; a schema may let pass what its fields do not describe, and that is the script's as well. */
    private String arguments(ToolCall call) {
        return switch (inputs) {
            case Inputs.Declared declared -> InputsJson.of(declared.named(), call.inputs(), call.memory());
            case Inputs.BySchema _ -> {
                var span = call.arguments();
                call.memory().take(WHILE_WRITTEN * span.length());
                yield new String(span.bytes(), span.from(), span.length(), StandardCharsets.UTF_8);
            }
        };
    }
}
