package dev.hyperterse.cli.command.completion;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.command.completion.NamedTools.NamedTool;
import dev.hyperterse.cli.status.ObservedKind;
import dev.hyperterse.crds.v1alpha1.Tool;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names of the objects of a cluster.
 *
 * @param namespace empty for that of the context
 */
record ClusterNames(Optional<Path> kubeconfig, Optional<String> context, Optional<String> namespace) {
    /** Of the cluster that the options of a command name. */
    static ClusterNames of(Map<String, String> options) {
        return new ClusterNames(
                Optional.ofNullable(options.get("--kubeconfig")).map(Path::of),
                Optional.ofNullable(options.get("--context")),
                Optional.ofNullable(options.get("--namespace")));
    }

    List<String> names(ObservedKind kind) {
        try (var cluster = Cluster.connect(kubeconfig, context)) {
            return cluster.names(kind.manifestKind(), namespace.orElseGet(cluster::namespace));
        }
    }

    /** The tools of its namespace that refer to a server. */
    List<NamedTool> tools(String server) {
        try (var cluster = Cluster.connect(kubeconfig, context)) {
            var own = namespace.orElseGet(cluster::namespace);
            return cluster.tools(own).stream()
                    .filter(tool -> tool.getSpec().serverRefs().stream()
                            .anyMatch(reference -> reference.name().equals(server)
                                    && reference.namespace().orElse(own).equals(own)))
                    .map(ClusterNames::of)
                    .toList();
        }
    }

    private static NamedTool of(Tool tool) {
        var inputs = new LinkedHashMap<String, List<String>>();
        // Those with a source are not the caller's.
        tool.getSpec().inputs().stream()
                .filter(input -> input.source().isEmpty())
                .forEach(input -> inputs.put(input.name(), List.of()));
        return new NamedTool(tool.getSpec().name().orElse(tool.getMetadata().getName()), inputs);
    }
}
