package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The manifests of a directory. Objects of broken documents are missing, all others are there.
 *
 * @param manifests in the order of files and documents; no two of one key, except those without a name
 * @param environment of the {@code .env} files
 * @param problems in reading, in no particular order
 * @param ignored how many objects of each foreign kind were passed over
 * @param files that were read or tried
 * @param partial whether any object may be missing, because a kustomization could not be built as a whole
 */
public record ManifestSet(
        Path directory,
        List<Manifest> manifests,
        Map<String, DotEnv.Value> environment,
        List<Diagnostic> problems,
        Map<String, Integer> ignored,
        List<Path> files,
        boolean partial) {
    public Optional<Manifest> find(ObjectKey key) {
        return manifests.stream().filter(it -> it.key().equals(key)).findFirst();
    }

    public List<Manifest> of(ManifestKind kind) {
        return manifests.stream().filter(it -> it.key().kind() == kind).toList();
    }
}
