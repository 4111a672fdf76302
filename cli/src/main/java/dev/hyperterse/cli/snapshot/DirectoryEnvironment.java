package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.admission.Spelling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The values that this machine gives: of {@code .env}, and before it of the shell. Of the shell only names that
 * {@code .env} has, or keys of Secrets that a server refers to: others are there for other programs.
 */
final class DirectoryEnvironment {
    private final Map<ObjectKey, Set<String>> secrets = new HashMap<>();
    private final Set<String> names = new TreeSet<>();
    private final ManifestSet manifests;
    private final Map<String, String> shell;

    DirectoryEnvironment(ManifestSet manifests, Map<String, String> shell) {
        this.manifests = manifests;
        this.shell = shell;
        manifests.of(ManifestKind.SERVER).forEach(this::collect);
    }

    /** The keys of Secrets that servers refer to. */
    Map<ObjectKey, Set<String>> secrets() {
        return secrets;
    }

    /** By name. */
    Map<String, String> values() {
        var values = new HashMap<String, String>();
        secrets.values()
                .forEach(keys ->
                        keys.stream().filter(shell::containsKey).forEach(key -> values.put(key, shell.get(key))));
        manifests.environment().forEach((name, value) -> values.put(name, shell.getOrDefault(name, value.text())));
        return values;
    }

    /** Lines of {@code .env} that no server reads; without a server any may be for the one that is elsewhere. */
    List<Diagnostic> unused() {
        if (manifests.of(ManifestKind.SERVER).isEmpty()) {
            return List.of();
        }
        return manifests.environment().entrySet().stream()
                .filter(line -> !names.contains(line.getKey()))
                .map(line -> {
                    var near = Spelling.nearest(line.getKey(), names);
                    return Diagnostic.ofFile(
                            line.getValue().place(),
                            near.isPresent() ? Severity.WARNING : Severity.NOTICE,
                            "env-unused",
                            "no server reads %s".formatted(line.getKey()),
                            near.map("did you mean %s?"::formatted)
                                    .orElse("a line is for an entry of a server's env, or a key of a Secret"));
                })
                .toList();
    }

    private void collect(Manifest server) {
        collect(server.key().namespace(), server.spec());
        server.list("env").forEach(entry -> {
            if (entry instanceof Map<?, ?> map && map.get("name") instanceof String name) {
                names.add(name);
            }
        });
    }

    private void collect(String namespace, Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                if (map.get("secretKeyRef") instanceof Map<?, ?> reference
                        && reference.get("name") instanceof String name
                        && reference.get("key") instanceof String key) {
                    names.add(key);
                    secrets.computeIfAbsent(new ObjectKey(ManifestKind.SECRET, namespace, name), _ -> new TreeSet<>())
                            .add(key);
                }
                map.values().forEach(inner -> collect(namespace, inner));
            }
            case List<?> list -> list.forEach(inner -> collect(namespace, inner));
            case null, default -> {}
        }
    }
}
