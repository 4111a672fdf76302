package dev.hyperterse.cli.validation;

import java.nio.file.Path;
import java.util.ArrayList;

/** Says everything that is wrong with a directory: what {@code hyperterse validate} prints. */
public final class Validation {
    private Validation() {}

    /** @param directory or a single file */
    public static ValidationReport run(Path directory) {
        return of(new SnapshotReader(directory).read());
    }

    /** The same for a directory that has been read already. */
    public static ValidationReport of(Snapshot snapshot) {
        var diagnostics = new ArrayList<>(snapshot.diagnostics());
        diagnostics.addAll(References.withoutServer(snapshot));
        diagnostics.addAll(Compilation.diagnostics(snapshot));
        return new ValidationReport(
                diagnostics,
                snapshot.manifests().manifests().size(),
                snapshot.manifests().ignored());
    }
}
