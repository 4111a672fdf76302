package dev.hyperterse.scripts.author;

import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.catalog.script.CompiledScript;
import java.util.List;
import java.util.Map;

/**
 * A script with the settings of its runs.
 *
 * @param environment the variables that it may read
 * @param fetch what it may fetch
 */
public record DeployedScript(
        ScriptOwner owner, CompiledScript script, Map<String, String> environment, List<AllowedUrl> fetch) {
    public DeployedScript {
        environment = Map.copyOf(environment);
        fetch = List.copyOf(fetch);
    }
}
