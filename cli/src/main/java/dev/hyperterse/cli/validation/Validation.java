package dev.hyperterse.cli.validation;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import dev.hyperterse.cli.validation.place.Elsewhere;
import dev.hyperterse.cli.validation.warning.SilentMistakes;
import dev.hyperterse.cli.validation.warning.UnknownServers;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Says everything that is wrong with a directory: what {@code hyperterse validate} prints. */
public final class Validation {
    private Validation() {}

    /** @param directory or a single file */
    public static ValidationReport run(Path directory) {
        return of(new SnapshotReader(directory).read());
    }

    /** The same for a directory that has been read already. */
    public static ValidationReport of(Snapshot snapshot) {
        return of(snapshot, List.of(), CompilerDiagnostics.servers(snapshot), Elsewhere.POSSIBLE);
    }

    /**
     * The same for a directory that is a part of what a cluster holds.
     *
     * @param known all servers that there are
     * @param compiled the same servers, with all that attaches to them
     */
    public static ValidationReport of(Snapshot snapshot, List<HyperterseServer> known, List<CompiledServer> compiled) {
        return of(snapshot, known, compiled, Elsewhere.IMPOSSIBLE);
    }

    /** Warnings of definitions that compile, or that no server takes, without a sign that something is wrong. */
    public static List<Diagnostic> unnoticed(Snapshot snapshot, List<HyperterseServer> known, Elsewhere elsewhere) {
        var diagnostics = new ArrayList<>(UnknownServers.withoutServer(snapshot, known, elsewhere));
        diagnostics.addAll(SilentMistakes.of(snapshot));
        return diagnostics;
    }

    /** A check of the wrong directory must not look like a check that passed. */
    private static Diagnostic nothingFound(Path directory) {
        return Diagnostic.ofFile(
                Place.startOf(directory.toString()),
                Severity.WARNING,
                "nothing-found",
                "nothing of Hyperterse found here",
                "give the directory that holds the manifests");
    }

    private static ValidationReport of(
            Snapshot snapshot, List<HyperterseServer> known, List<CompiledServer> compiled, Elsewhere elsewhere) {
        var diagnostics = new ArrayList<>(snapshot.diagnostics());
        diagnostics.addAll(CompilerDiagnostics.diagnostics(snapshot, compiled, elsewhere));
        diagnostics.addAll(unnoticed(snapshot, known, elsewhere));
        if (snapshot.manifests().manifests().isEmpty() && diagnostics.isEmpty()) {
            diagnostics.add(nothingFound(snapshot.manifests().directory()));
        }
        return new ValidationReport(
                diagnostics,
                snapshot.manifests().manifests().size(),
                snapshot.manifests().ignored());
    }
}
