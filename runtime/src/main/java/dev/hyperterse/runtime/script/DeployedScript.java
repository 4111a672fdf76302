package dev.hyperterse.runtime.script;

import dev.hyperterse.catalog.script.CompiledScript;
import java.util.Map;

/**
 * A script with what its runs have in common.
 *
 * @param environment the variables that it may read
 */
public record DeployedScript(ScriptOwner owner, CompiledScript script, Map<String, String> environment) {
    public DeployedScript {
        environment = Map.copyOf(environment);
    }
}
