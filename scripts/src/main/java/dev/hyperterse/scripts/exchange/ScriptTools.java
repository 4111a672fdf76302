package dev.hyperterse.scripts.exchange;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import java.util.List;
import java.util.Optional;

/** The tools that a script calls by name. Safe for concurrent use by one call. */
@FunctionalInterface
public interface ScriptTools {
    ScriptTools NONE = (name, _, _) -> {
        throw unknown(name);
    };

    /**
     * Runs a tool for the caller of the script; blocks.
     *
     * @param inputs a JSON value
     * @return an object with {@code rows}, or with a {@code result} of MCP; empty if the tool waits for answers of its
     *     client, which come with the next round of the call
     * @throws CallFailure if it fails, does not exist for this caller and script, or the scope has ended
     */
    Optional<QueryRows> call(String name, String inputs, CallScope scope);

    /**
     * The tools that fit a query, for a program.
     *
     * @return a text that contains a JSON array of hits, as JSON
     */
    default QueryRows search(String query, CallScope scope) {
        throw new CallFailure(Stage.EXECUTION, "scripts do not search tools");
    }

    /** The types of tools, for a program; of all tools where none is named. @return a text, as JSON */
    default QueryRows describe(List<String> names, CallScope scope) {
        throw new CallFailure(Stage.EXECUTION, "scripts do not describe tools");
    }

    /** One message whether the tool does not exist, is hidden from the caller, or must not be called from here. */
    static CallFailure unknown(String name) {
        return new CallFailure(
                Stage.EXECUTION,
                "tool '%s' not found, or it may not be called from here"
                        .formatted(name.substring(0, Math.min(100, name.length()))));
    }
}
