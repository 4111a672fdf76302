package dev.hyperterse.cli.validation;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.cli.manifest.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks for references to servers that are not in the directory. They may be in the cluster, so this is a warning; but
 * no compiler sees the leaf then, and a typo would go unnoticed.
 */
final class References {
    private final Set<ObjectKey> servers;
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    private References(Set<ObjectKey> servers) {
        this.servers = servers;
    }

    static List<Diagnostic> withoutServer(Snapshot snapshot) {
        var manifests = snapshot.manifests();
        var servers =
                manifests.of(ManifestKind.SERVER).stream().map(Manifest::key).collect(Collectors.toSet());
        var search = new References(servers);
        manifests.manifests().stream()
                .filter(it -> it.key().kind().isOurs() && !snapshot.refused().contains(it))
                .forEach(search::leaf);
        return search.diagnostics;
    }

    private void leaf(Manifest leaf) {
        if (leaf.content().get("spec") instanceof Map<?, ?> spec && spec.get("serverRefs") instanceof List<?> refs) {
            for (var index = 0; index < refs.size(); index++) {
                if (refs.get(index) instanceof Map<?, ?> ref) {
                    reference(leaf, "spec.serverRefs[%d].name".formatted(index), ref);
                }
            }
        }
    }

    private void reference(Manifest leaf, String path, Map<?, ?> ref) {
        var namespace =
                ref.get("namespace") instanceof String text ? text : leaf.key().namespace();
        var name = ref.get("name") instanceof String text ? text : "";
        if (servers.contains(new ObjectKey(ManifestKind.SERVER, namespace, name))) {
            return;
        }
        diagnostics.add(new Diagnostic(
                leaf.sources().locate(path),
                Severity.WARNING,
                Optional.of(leaf.key().subject()),
                path,
                "server-not-here",
                "HyperterseServer %s/%s is not in this directory".formatted(namespace, name),
                remedy(namespace, name)));
    }

    private String remedy(String namespace, String name) {
        var names = servers.stream().map(it -> it.namespace() + "/" + it.name()).toList();
        return Spelling.nearest(namespace + "/" + name, names)
                .map("did you mean %s?"::formatted)
                .orElse("");
    }
}
