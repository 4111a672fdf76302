package dev.hyperterse.runtime.tool.script.returned;

import dev.hyperterse.calls.result.ResultWriter;
import tools.jackson.databind.JsonNode;

/** Converts a value that a script returned, where it is more than rows. */
@FunctionalInterface
public interface ReturnedValue {
    /** @throws dev.hyperterse.calls.CallFailure when the definition cannot return such a value */
    void write(JsonNode value, ResultWriter result);
}
