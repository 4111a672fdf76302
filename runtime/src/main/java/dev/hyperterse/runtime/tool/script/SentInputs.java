package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.nio.charset.StandardCharsets;

/** The inputs of a call as JSON, for its scripts and their queries. */
public final class SentInputs {
    /** Bytes of memory for a byte of arguments as a text and as an argument of the script. */
    private static final long AS_TEXT = 4;

    private SentInputs() {}

    /** The validated inputs; with a schema, also members that its fields do not describe. */
    public static String validated(Inputs inputs, ToolCall call) {
        return switch (inputs) {
            case Inputs.Declared declared -> InputsJson.of(declared.named(), call.inputs(), call.memory());
            case Inputs.BySchema _ -> {
                var span = call.arguments();
                call.memory().take(AS_TEXT * span.length());
                yield new String(span.bytes(), span.from(), span.length(), StandardCharsets.UTF_8);
            }
        };
    }

    /** The inputs for queries, without those that the server binds: queries bind these themselves. */
    static String of(Inputs inputs, ToolCall call) {
        return inputs.bound().isEmpty() ? validated(inputs, call) : sent(inputs, call);
    }

    /** The inputs for queries, if the validated inputs are already encoded. */
    static String of(Inputs inputs, String validated, ToolCall call) {
        return inputs.bound().isEmpty() ? validated : sent(inputs, call);
    }

    private static String sent(Inputs inputs, ToolCall call) {
        return InputsJson.of(inputs.fields(), call.inputs(), call.memory());
    }
}
