package dev.hyperterse.runtime.auth;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A plugin by script with its values, as a catalog has both.
 *
 * @param headers in lower case
 */
public record ScriptedPlugin(
        String code,
        List<String> headers,
        Map<String, String> environment,
        List<FetchGrant> fetch,
        ScriptIsolation engine) {
    private static final ValueKey CODE = ValueKey.auth("custom", "code");

    /** In the engine that scripts share. */
    public ScriptedPlugin(String code, List<String> headers, Map<String, String> environment, List<FetchGrant> fetch) {
        this(code, headers, environment, fetch, ScriptIsolation.Shared);
    }

    /** One that reads the header {@code authorization}. */
    public static ScriptedPlugin of(String code) {
        return new ScriptedPlugin(code, List.of("authorization"), Map.of(), List.of());
    }

    public ScriptedPlugin reading(String variable, String value) {
        return new ScriptedPlugin(code, headers, Map.of(variable, value), fetch, engine);
    }

    public ScriptedPlugin in(ScriptIsolation other) {
        return new ScriptedPlugin(code, headers, environment, fetch, other);
    }

    public AuthSettings settings() {
        var keys = new TreeMap<String, ValueKey>();
        environment.keySet().forEach(name -> keys.put(name, ValueKey.auth("custom", "env/" + name)));
        return new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.Script("custom", headers, CODE, keys, fetch, List.of())),
                Optional.empty(),
                Optional.empty());
    }

    public ValueSet values() {
        var module = new ScriptModule("custom.js", code, Optional.empty());
        var values = new HashMap<ValueKey, String>();
        values.put(CODE, new CatalogCodec().encode(new CompiledScript("digest", List.of(module), engine)));
        environment.forEach((name, value) -> values.put(ValueKey.auth("custom", "env/" + name), value));
        return new ValueSet("v", values);
    }
}
