package dev.hyperterse.runtime.auth.script;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.exchange.ScriptQueries;
import dev.hyperterse.scripts.exchange.ScriptResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/** Links the scripts of plugins. A run has no client and no caller; it reads the given headers only. */
public final class PluginScripts {
    /** The limit of all responses that one run reads, in bytes. */
    private static final int LARGEST_RESPONSE = 256 * 1024;

    /** Plugins have a share of threads of their own, so that busy tools of a namespace do not lock out its callers. */
    private static final String NO_NAMESPACE = "";

    private final ScriptLinker scripts;
    private final DeadlineTimer deadlines;
    private final BufferBudget budget;

    public PluginScripts(ScriptLinker scripts, DeadlineTimer deadlines, BufferBudget budget) {
        this.scripts = scripts;
        this.deadlines = deadlines;
        this.budget = budget;
    }

    /** A linked script; safe for concurrent runs. */
    @FunctionalInterface
    interface Plugin {
        /**
         * Runs the script and returns its value as JSON; blocks.
         *
         * @param headers by their names in lower case
         * @throws CallFailure when it failed, broke a limit, or took too long
         */
        String run(SortedMap<String, String> headers, long timeoutMillis);
    }

    public Plugin link(AuthPlugin.Script plugin, Map<ValueKey, String> values) {
        Function<ValueKey, Optional<String>> value = key -> Optional.ofNullable(values.get(key));
        return value.apply(plugin.code())
                .map(code -> link(plugin, new CatalogCodec().decodeScript(code), value))
                .orElse((_, _) -> {
                    throw new CallFailure(Stage.INTERNAL, "its code is not among the values of the catalog");
                });
    }

    private Plugin link(AuthPlugin.Script plugin, CompiledScript script, Function<ValueKey, Optional<String>> value) {
        var environment = new HashMap<String, String>();
        plugin.environment().forEach((name, key) -> value.apply(key).ifPresent(it -> environment.put(name, it)));
        var linked = scripts.link(new DeployedScript(
                new ScriptOwner(ScriptOwner.Kind.AUTH_PLUGIN, NO_NAMESPACE, plugin.name(), true),
                script,
                environment,
                plugin.fetch().stream()
                        .map(grant -> AllowedUrl.of(grant, value))
                        .toList()));
        return (headers, timeoutMillis) -> run(linked, headers, timeoutMillis);
    }

    private String run(LinkedScript script, SortedMap<String, String> headers, long timeoutMillis) {
        try (var scope = CallScope.open(deadlines, timeoutMillis)) {
            var context = new CallContext(
                    Principal.ANONYMOUS,
                    Client.NONE,
                    scope,
                    CallTrace.NONE,
                    new Given(new TreeMap<>(headers)),
                    PathSegments.NONE);
            var given = JsonMapper.shared().writeValueAsString(headers);
            var result =
                    script.run(new ScriptCall(given, context, ScriptQueries.NONE, () -> budget.open(LARGEST_RESPONSE)));
            return switch (result) {
                case ScriptResult.Value(var json) -> json;
                case ScriptResult.Rows _, ScriptResult.Whole _, ScriptResult.InputRequired _ ->
                    throw new IllegalStateException("a plugin returns a value");
            };
        }
    }

    /** The headers, for the context of the script as well. */
    private record Given(SortedMap<String, String> headers) implements RequestHeaders {
        @Override
        public List<String> all(String name) {
            return Optional.ofNullable(headers.get(name)).stream().toList();
        }

        @Override
        public List<String> forScripts() {
            return List.copyOf(headers.keySet());
        }
    }
}
