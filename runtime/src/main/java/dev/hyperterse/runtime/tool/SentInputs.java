package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Inputs;
import java.nio.charset.StandardCharsets;

/** The inputs of a call as JSON, for its scripts and their queries. */
final class SentInputs {
    /** What a byte of arguments takes as a text and as it is handed over. */
    private static final long AS_TEXT = 4;

    private SentInputs() {}

    /** As validated; a schema may let pass what its fields do not describe, and that is the script's as well. */
    static String validated(Inputs inputs, ToolCall call) {
        return switch (inputs) {
            case Inputs.Declared declared -> InputsJson.of(declared.named(), call.inputs(), call.memory());
            case Inputs.BySchema _ -> {
                var span = call.arguments();
                call.memory().take(AS_TEXT * span.length());
                yield new String(span.bytes(), span.from(), span.length(), StandardCharsets.UTF_8);
            }
        };
    }

    /** What queries are given: they bind for themselves what the server knows. */
    static String of(Inputs inputs, ToolCall call) {
        return inputs.bound().isEmpty() ? validated(inputs, call) : sent(inputs, call);
    }

    /** The same where those that are validated are there already. */
    static String of(Inputs inputs, String validated, ToolCall call) {
        return inputs.bound().isEmpty() ? validated : sent(inputs, call);
    }

    private static String sent(Inputs inputs, ToolCall call) {
        return InputsJson.of(inputs.fields(), call.inputs(), call.memory());
    }
}
