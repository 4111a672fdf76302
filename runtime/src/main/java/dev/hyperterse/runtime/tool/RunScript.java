package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.runtime.script.LinkedScript;
import dev.hyperterse.runtime.script.ScriptCall;
import dev.hyperterse.runtime.script.ScriptOwner;
import dev.hyperterse.runtime.tool.NamedQueries.NamedQuery;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Runs a script and writes what it returns. */
record RunScript(ScriptOwner owner, LinkedScript script, Inputs inputs, Map<String, NamedQuery> queries)
        implements Step {
    /** What a byte of arguments takes as a text and as it is handed over. */
    private static final long AS_TEXT = 4;

    @Override
    public void take(ToolCall call) {
        var arguments = arguments(call);
        var queried = new NamedQueries(queries, call, sent(call, arguments));
        var result = script.run(new ScriptCall(
                arguments,
                call.result().uri(),
                call.context(),
                queried,
                new CalledTools(owner, call),
                call.result()::beside));
        switch (owner.kind()) {
            case PROMPT -> ReturnedResult.write(result, call, new ReturnedMessages());
            case RESOURCE -> ReturnedResult.write(result, call, new ReturnedContents());
            case AUTH_PLUGIN -> throw new IllegalStateException("a call runs no plugin");
            case TOOL, INPUT_TRANSFORM, OUTPUT_TRANSFORM -> ReturnedResult.write(result, call);
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
                call.memory().take(AS_TEXT * span.length());
                yield new String(span.bytes(), span.from(), span.length(), StandardCharsets.UTF_8);
            }
        };
    }
}
