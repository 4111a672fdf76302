package dev.hyperterse.runtime.script;

import dev.hyperterse.catalog.script.CompiledScript;
import java.util.Map;

/** Makes scripts ready to run. */
@FunctionalInterface
public interface ScriptLinker {
    /**
     * @param tool what the script and its log lines call it
     * @param environment the variables that it may read
     */
    LinkedScript link(String tool, CompiledScript script, Map<String, String> environment);

    /** For what has no scripts. */
    static ScriptLinker none() {
        return (tool, _, _) -> {
            throw new IllegalStateException("nothing runs the script of " + tool);
        };
    }
}
