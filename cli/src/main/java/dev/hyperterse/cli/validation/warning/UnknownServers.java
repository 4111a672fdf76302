package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.validation.place.Elsewhere;
import dev.hyperterse.compiler.admission.Spelling;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks for references to servers that are not known: no compiler sees the definition then, and a typo would go unnoticed.
 */
public final class UnknownServers {
    private static final int MOST_NAMES = 10;

    private final Set<ObjectKey> servers;
    private final Elsewhere elsewhere;
    private final Map<ObjectKey, Missing> missing = new LinkedHashMap<>();

    /** A server that is not known: where it is named first, and how often. */
    private record Missing(Diagnostic first, int times) {
        Diagnostic diagnostic() {
            var others = times == 1 ? "" : "; %d more name it".formatted(times - 1);
            return new Diagnostic(
                    first.place(),
                    first.severity(),
                    first.subject(),
                    first.path(),
                    first.rule(),
                    first.message() + others,
                    first.remedy());
        }
    }

    private UnknownServers(Set<ObjectKey> servers, Elsewhere elsewhere) {
        this.servers = servers;
        this.elsewhere = elsewhere;
    }

    /** @param known the servers that exist in addition to those of the directory */
    public static List<Diagnostic> withoutServer(Snapshot snapshot, List<HyperterseServer> known, Elsewhere elsewhere) {
        var written = snapshot.manifests().of(ManifestKind.SERVER).stream().map(Manifest::key);
        var search = new UnknownServers(
                Stream.concat(written, known.stream().map(UnknownServers::key)).collect(Collectors.toSet()), elsewhere);
        snapshot.manifests().manifests().stream()
                .filter(it -> it.key().kind().isOurs() && !snapshot.refused().contains(it))
                .forEach(search::leaf);
        return search.missing.values().stream().map(Missing::diagnostic).toList();
    }

    private static ObjectKey key(HyperterseServer server) {
        var metadata = server.getMetadata();
        return new ObjectKey(ManifestKind.SERVER, metadata.getNamespace(), metadata.getName());
    }

    private void leaf(Manifest leaf) {
        var references = leaf.list("serverRefs");
        for (var index = 0; index < references.size(); index++) {
            if (references.get(index) instanceof Map<?, ?> reference) {
                reference(leaf, "spec.serverRefs[%d].name".formatted(index), reference);
            }
        }
    }

    private void reference(Manifest leaf, String path, Map<?, ?> ref) {
        var namespace =
                ref.get("namespace") instanceof String text ? text : leaf.key().namespace();
        var name = ref.get("name") instanceof String text ? text : "";
        var server = new ObjectKey(ManifestKind.SERVER, namespace, name);
        if (servers.contains(server)) {
            return;
        }
        missing.merge(
                server,
                new Missing(diagnostic(leaf, path, namespace, name), 1),
                (first, _) -> new Missing(first.first(), first.times() + 1));
    }

    private Diagnostic diagnostic(Manifest leaf, String path, String namespace, String name) {
        return leaf.finding(
                elsewhere.severity(),
                path,
                "server-not-here",
                "HyperterseServer %s/%s is not in this directory%s"
                        .formatted(
                                namespace,
                                name,
                                switch (elsewhere) {
                                    case POSSIBLE -> "";
                                    case IMPOSSIBLE -> ", nor in the cluster";
                                }),
                remedy(namespace, name));
    }

    private String remedy(String namespace, String name) {
        var names = servers.stream().map(it -> it.namespace() + "/" + it.name()).toList();
        return Spelling.nearest(namespace + "/" + name, names)
                .map("did you mean %s?"::formatted)
                .orElseGet(() -> names.isEmpty()
                        ? whereNoneIs()
                        : "name one that is there (%s), or write it"
                                .formatted(Counted.first(
                                        MOST_NAMES, names.stream().sorted().toList())));
    }

    private String whereNoneIs() {
        return switch (elsewhere) {
            case POSSIBLE -> "validate a directory that has both, or compare with a cluster by --against-cluster";
            case IMPOSSIBLE -> "create it, or fix the name";
        };
    }
}
