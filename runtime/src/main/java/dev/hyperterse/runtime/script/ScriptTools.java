package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.Stage;
import java.util.Optional;

/** The tools that a script calls by name. Several of one call may run at once. */
@FunctionalInterface
public interface ScriptTools {
    ScriptTools NONE = (name, _, _) -> {
        throw unknown(name);
    };

    /**
     * Runs a tool for the caller of the script; the calling thread waits.
     *
     * @param inputs a JSON value
     * @return an object with {@code rows}, or with a {@code result} as MCP has it; empty where the tool waits for answers of
     *     its client, which come with the next round of the call
     * @throws CallFailure when it failed, there is none of that name for this caller and this script, or the scope ended
     */
    Optional<QueryRows> call(String name, String inputs, CallScope scope);

    /** One message whether the tool does not exist, is hidden from the caller, or must not be called by this script. */
    static CallFailure unknown(String name) {
        return new CallFailure(
                Stage.EXECUTION,
                "tool '%s' not found, or this script may not call it"
                        .formatted(name.substring(0, Math.min(100, name.length()))));
    }
}
