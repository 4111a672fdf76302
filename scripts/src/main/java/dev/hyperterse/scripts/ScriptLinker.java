package dev.hyperterse.scripts;

import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.exchange.LinkedScript;

/** Makes scripts ready to run. */
@FunctionalInterface
public interface ScriptLinker {
    LinkedScript link(DeployedScript script);

    /** The linker of components without scripts. */
    static ScriptLinker none() {
        return script -> {
            throw new IllegalStateException(
                    "nothing runs the script of " + script.owner().name());
        };
    }
}
