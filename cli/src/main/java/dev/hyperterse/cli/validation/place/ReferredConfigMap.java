package dev.hyperterse.cli.validation.place;

import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Entries;
import java.util.Map;
import java.util.Optional;

/**
 * The ConfigMap that a problem says is missing or not readable. One that is in the directory is known not to be readable;
 * any other may well be in the cluster.
 */
final class ReferredConfigMap {
    private ReferredConfigMap() {}

    static boolean isIn(ManifestSet directory, Manifest manifest, Problem problem) {
        return find(directory, manifest, problem).isPresent();
    }

    /** The remedy for one of the directory, or for a key that it has not; empty for other problems. */
    static Optional<String> remedy(ManifestSet directory, Manifest manifest, Problem problem) {
        return find(directory, manifest, problem)
                .filter(configMap -> !isReadable(configMap))
                .map(_ -> "%s; it is in this directory: write %s: \"true\" under its metadata.labels"
                        .formatted(problem.remedy(), Entries.READABLE_LABEL))
                .or(() -> otherKey(directory, manifest, problem));
    }

    private static boolean isReadable(Manifest configMap) {
        return configMap.content().get("metadata") instanceof Map<?, ?> metadata
                && metadata.get("labels") instanceof Map<?, ?> labels
                && labels.containsKey(Entries.READABLE_LABEL);
    }

    private static Optional<String> otherKey(ManifestSet directory, Manifest manifest, Problem problem) {
        var segments = problem.segments();
        var end = segments.lastIndexOf("configMapKeyRef") + 1;
        return problem.reason() == Reason.KeyNotFound
                        && end > 0
                        && ReferredText.value(manifest.content(), segments.subList(0, end))
                                instanceof Map<?, ?> reference
                        && reference.get("name") instanceof String name
                        && reference.get("key") instanceof String key
                ? directory
                        .find(new ObjectKey(
                                ManifestKind.CONFIG_MAP, manifest.key().namespace(), name))
                        .flatMap(configMap -> otherKey(configMap, key, problem.remedy()))
                : Optional.empty();
    }

    private static Optional<String> otherKey(Manifest configMap, String key, String remedy) {
        if (!(configMap.content().get("data") instanceof Map<?, ?> data) || data.isEmpty()) {
            return Optional.empty();
        }
        var keys = data.keySet().stream().map(Object::toString).sorted().toList();
        return Optional.of(Neighbours.in(remedy, key, keys));
    }

    private static Optional<Manifest> find(ManifestSet directory, Manifest manifest, Problem problem) {
        return problem.reason() == Reason.ConfigMapNotFound
                        && ReferredText.value(manifest.content(), problem.segments()) instanceof String name
                ? directory.find(
                        new ObjectKey(ManifestKind.CONFIG_MAP, manifest.key().namespace(), name))
                : Optional.empty();
    }
}
