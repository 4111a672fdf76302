package dev.hyperterse.cli.imports.terse;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.Fields;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.NotImported;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The plugins of a project. Callers without a key keep the tools that need none. */
final class TerseAuth {
    private static final String PLUGIN = "api-key";
    private static final String KEY = "HYPERTERSE_API_KEY";

    private final Findings findings;
    /** The value of the policies with keys; empty before the first. */
    private Optional<String> policy = Optional.empty();

    TerseAuth(Findings findings) {
        this.findings = findings;
    }

    /** The {@code auth} of a tool; empty for one that every caller may use. @throws NotImported for a plugin of its own */
    Optional<Map<String, Object>> of(Tree tool) {
        if (tool.field("auth").filter(auth -> !isReadable(auth)).isPresent()) {
            throw new NotImported(
                    "its auth is not of plugin and policy, and without one every caller could use it",
                    "write auth: {plugin: NAME}");
        }
        return switch (tool.text("auth", "plugin").strip().toLowerCase(Locale.ROOT)) {
            case "", "allow_all" -> Optional.empty();
            case "api_key" -> {
                var value = tool.text("auth", "policy", "value");
                if (policy.filter(first -> !first.equals(value)).isPresent()) {
                    throw new NotImported(
                            "its policy has another key than that of the tools before, which would open it too",
                            "write a plugin with its key into spec.auth of server.yaml, and the tool by hand");
                }
                policy = Optional.of(value);
                if (!value.isEmpty()) {
                    findings.changed(
                            tool.place(),
                            "keys are in the Secret, and the value of this policy is not carried over",
                            "write the key as %s into .env".formatted(KEY));
                }
                yield Optional.of(Map.of("plugin", PLUGIN));
            }
            default ->
                throw new NotImported(
                        "its plugin '%s' has no counterpart, and without one every caller could use it"
                                .formatted(tool.text("auth", "plugin")),
                        "write a plugin with apiKey, jwt or script into spec.auth of server.yaml, and the tool by hand");
        };
    }

    private static boolean isReadable(Tree auth) {
        return Set.of("plugin", "policy").containsAll(auth.fields().keySet())
                && (!auth.fields().isEmpty() || auth.content() instanceof Map<?, ?> map && map.isEmpty())
                && auth.field("plugin").map(plugin -> plugin.text().isPresent()).orElse(true);
    }

    /** Fields of the server. */
    Map<String, Object> settings() {
        if (policy.isEmpty()) {
            return Map.of();
        }
        var key = Fields.of("principal", "client", "valueFrom", new ImportedServer.Key(KEY));
        var auth = Fields.of("mode", "Required", "required", List.of(PLUGIN, "allow_all"));
        auth.put("plugins", List.of(Fields.of("name", PLUGIN, "apiKey", Map.of("keys", List.of(key)))));
        return Map.of("auth", auth);
    }
}
