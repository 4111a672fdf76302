package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.runtime.script.LinkedScript;
import dev.hyperterse.runtime.script.ScriptCall;
import dev.hyperterse.runtime.script.ScriptResult;
import dev.hyperterse.runtime.tool.NamedQueries.NamedQuery;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Runs a script and writes what it returns. */
record RunScript(LinkedScript script, Inputs inputs, Map<String, NamedQuery> queries) implements Step {
    /** What a character of the script's JSON takes while it is written: itself, and its bytes. */
    private static final long WHILE_WRITTEN = 4;

    @Override
    public void take(ToolCall call) {
        var arguments = arguments(call);
        var result = script.run(new ScriptCall(arguments, call.context(), new NamedQueries(queries, call, arguments)));
        switch (result) {
            case ScriptResult.Rows(var json, var count) -> {
                call.memory().take(WHILE_WRITTEN * json.length());
                call.result().beginRows().json(json.getBytes(StandardCharsets.UTF_8));
                call.result().endRows(count);
            }
            case ScriptResult.Whole whole -> {
                call.memory().take(WHILE_WRITTEN * whole.content().length());
                call.result().whole(whole.content(), whole.structured(), whole.failed(), whole.meta());
            }
        }
    }

    /** As validated; a schema may let pass what its fields do not describe, and that is the script's as well. */
    private String arguments(ToolCall call) {
        return switch (inputs) {
            case Inputs.Declared(var fields) -> InputsJson.of(fields, call.inputs(), call.memory());
            case Inputs.BySchema _ -> {
                var span = call.arguments();
                call.memory().take(WHILE_WRITTEN * span.length());
                yield new String(span.bytes(), span.from(), span.length(), StandardCharsets.UTF_8);
            }
        };
    }
}
