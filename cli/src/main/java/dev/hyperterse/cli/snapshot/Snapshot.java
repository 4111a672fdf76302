package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.compiler.platform.Platform;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One reading of a directory.
 *
 * @param objects what an API server would store
 * @param refused the manifests it would not
 * @param diagnostics of reading and of admission, in order
 */
public record Snapshot(
        ManifestSet manifests, AdmittedObjects objects, Set<Manifest> refused, List<Diagnostic> diagnostics) {
    public Snapshot {
        diagnostics = diagnostics.stream().sorted(Diagnostic.ORDER).toList();
    }

    /** The same on a platform. */
    public Snapshot on(Optional<Platform> platform) {
        return new Snapshot(manifests, objects.on(platform), refused, diagnostics);
    }

    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(Diagnostic::isError);
    }
}
