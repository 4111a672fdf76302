package dev.hyperterse.scripts.exchange;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import java.util.Optional;

/** The statements that a script runs by name. Safe for concurrent use by one call. */
@FunctionalInterface
public interface ScriptQueries {
    ScriptQueries NONE = (name, _, _) -> {
        throw new CallFailure(Stage.EXECUTION, "the script has no query '%s'".formatted(name));
    };

    /**
     * Runs a statement; blocks.
     *
     * @param inputs a JSON object; by default the inputs of the call, or none if the query declares its own
     * @throws CallFailure if it fails, does not exist, or the scope has ended
     */
    QueryRows run(String name, Optional<String> inputs, CallScope scope);
}
