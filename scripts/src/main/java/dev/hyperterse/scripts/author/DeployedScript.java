package dev.hyperterse.scripts.author;

import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.catalog.script.CompiledScript;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A script with the settings of its runs.
 *
 * @param environment the variables that it may read
 * @param fetch what it may fetch
 * @param memory bytes that one run may hold, where less than scripts of the replica
 */
public record DeployedScript(
        ScriptOwner owner,
        CompiledScript script,
        Map<String, String> environment,
        List<AllowedUrl> fetch,
        Optional<Long> memory) {
    public DeployedScript {
        environment = Map.copyOf(environment);
        fetch = List.copyOf(fetch);
    }

    /** One with the memory of all scripts. */
    public DeployedScript(
            ScriptOwner owner, CompiledScript script, Map<String, String> environment, List<AllowedUrl> fetch) {
        this(owner, script, environment, fetch, Optional.empty());
    }
}
