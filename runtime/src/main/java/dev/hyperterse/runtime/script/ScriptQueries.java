package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.Stage;
import java.util.Optional;

/** The statements that a script runs by name. Several of one call may run at once. */
@FunctionalInterface
public interface ScriptQueries {
    ScriptQueries NONE = (name, _, _) -> {
        throw new CallFailure(Stage.EXECUTION, "the script has no query '%s'".formatted(name));
    };

    /**
     * Runs a statement; the calling thread waits.
     *
     * @param inputs a JSON object; by default the inputs of the call, or none if the query declares its own
     * @throws CallFailure when it failed, there is none of that name, or the scope ended
     */
    QueryRows run(String name, Optional<String> inputs, CallScope scope);
}
