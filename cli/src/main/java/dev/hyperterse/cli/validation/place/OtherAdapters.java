package dev.hyperterse.cli.validation.place;

import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Map;
import java.util.Optional;

/** The adapters of the directory, for a definition that names one which its server has not. */
final class OtherAdapters {
    private OtherAdapters() {}

    /** The remedy for an unknown adapter; empty for other problems, and where the directory has no adapter. */
    static Optional<String> known(ManifestSet directory, Manifest manifest, Problem problem) {
        if (problem.reason() != Reason.AdapterNotFound) {
            return Optional.empty();
        }
        var servers = directory.of(ManifestKind.SERVER).stream()
                .filter(server -> isServerOf(manifest, server))
                .toList();
        if (servers.size() != 1) {
            // The problem does not say which one has no such adapter.
            return Optional.empty();
        }
        var names = servers.getFirst().list("adapters").stream()
                .map(adapter -> adapter instanceof Map<?, ?> map ? String.valueOf(map.get("name")) : "")
                .filter(name -> !name.isEmpty())
                .distinct()
                .sorted()
                .toList();
        var written = written(manifest, problem);
        return names.isEmpty() || names.contains(written)
                ? Optional.empty()
                : Optional.of(Neighbours.in(problem.remedy(), written, names));
    }

    private static String written(Manifest manifest, Problem problem) {
        return ReferredText.value(manifest.content(), problem.segments()) instanceof String name ? name : "";
    }

    private static boolean isServerOf(Manifest manifest, Manifest server) {
        return manifest.list("serverRefs").stream()
                .anyMatch(reference -> reference instanceof Map<?, ?> map
                        && server.key().name().equals(map.get("name"))
                        && server.key()
                                .namespace()
                                .equals(
                                        map.get("namespace") instanceof String other
                                                ? other
                                                : manifest.key().namespace()));
    }
}
