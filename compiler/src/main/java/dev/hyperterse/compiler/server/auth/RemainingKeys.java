package dev.hyperterse.compiler.server.auth;

import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The published values of a server that publishes nothing new, without the API keys that were taken away since. A key stays
 * with its principal or not at all; keys of a plugin whose Secrets cannot be read all stay.
 */
public final class RemainingKeys {
    private RemainingKeys() {}

    /** @param declared the plugins whose keys may stay; a name can occur twice */
    public static SortedMap<ValueKey, String> of(
            Published published, List<AuthPlugin> declared, References references) {
        var values = new TreeMap<>(published.values().entries());
        published.settings().stream()
                .flatMap(it -> it.auth().required().stream())
                .filter(dev.hyperterse.catalog.server.auth.AuthPlugin.ApiKeys.class::isInstance)
                .map(dev.hyperterse.catalog.server.auth.AuthPlugin.ApiKeys.class::cast)
                .forEach(plugin -> {
                    var current = current(plugin.name(), declared, references);
                    values.computeIfPresent(plugin.keys(), (_, digests) -> remaining(digests, current));
                });
        return values;
    }

    private static List<Optional<Map<String, String>>> current(
            String plugin, List<AuthPlugin> declared, References references) {
        return declared.stream()
                .filter(it -> it.name().equals(plugin))
                .flatMap(it -> it.apiKey().stream())
                .map(it -> new ApiKeysCompiler(references, plugin).readable(it))
                .toList();
    }

    private static String remaining(String published, List<Optional<Map<String, String>>> current) {
        var principals = ApiKeyDigests.read(published).principals();
        principals.entrySet().removeIf(key -> current.stream()
                .noneMatch(it -> it.isEmpty() || key.getValue().equals(it.get().get(key.getKey()))));
        return new ApiKeyDigests(principals).write();
    }
}
