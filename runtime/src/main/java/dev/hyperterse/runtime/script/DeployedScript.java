package dev.hyperterse.runtime.script;

import dev.hyperterse.catalog.script.CompiledScript;
import java.util.Map;

/**
 * A script with what its runs have in common.
 *
 * @param namespace whose it is: namespaces have equal shares of the threads
 * @param tool what the script and its log lines call it
 * @param environment the variables that it may read
 */
public record DeployedScript(String namespace, String tool, CompiledScript script, Map<String, String> environment) {
    public DeployedScript {
        environment = Map.copyOf(environment);
    }
}
