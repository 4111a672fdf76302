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
 * @param environment of the {@code .env} file
 * @param problems in reading, in no particular order
 * @param ignored how many objects of each foreign kind were passed over
 * @param files that were read or tried
 */
public record ManifestSet(
        Path directory,
        List<Manifest> manifests,
        Map<String, String> environment,
        List<Diagnostic> problems,
        Map<String, Integer> ignored,
        List<Path> files) {
    public ManifestSet {
        manifests = List.copyOf(manifests);
        environment = Map.copyOf(environment);
        problems = List.copyOf(problems);
        ignored = Map.copyOf(ignored);
        files = List.copyOf(files);
    }

    public Optional<Manifest> find(ObjectKey key) {
        return manifests.stream().filter(it -> it.key().equals(key)).findFirst();
    }

    public List<Manifest> of(ManifestKind kind) {
        return manifests.stream().filter(it -> it.key().kind() == kind).toList();
    }
}
