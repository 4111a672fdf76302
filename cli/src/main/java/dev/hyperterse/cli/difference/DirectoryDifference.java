package dev.hyperterse.cli.difference;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.snapshot.AdmittedObjects;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.snapshot.StoredObjects;
import dev.hyperterse.cli.validation.CompilerDiagnostics;
import dev.hyperterse.cli.validation.place.Elsewhere;
import dev.hyperterse.cli.validation.warning.UnknownServers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The differences that a directory makes, with what is wrong with it. */
public final class DirectoryDifference {
    private DirectoryDifference() {}

    /** @param diagnostics of the directory as it is now: what is faulty is served as it was, or not at all */
    public record Result(DifferenceReport report, List<Diagnostic> diagnostics) {
        public Result {
            diagnostics =
                    diagnostics.stream().distinct().sorted(Diagnostic.ORDER).toList();
        }

        public Result with(List<Diagnostic> more) {
            return new Result(
                    report, Stream.concat(diagnostics.stream(), more.stream()).toList());
        }
    }

    /** Of two directories that hold everything. */
    public static Result between(Snapshot before, Snapshot after) {
        // A definition that cannot be read, or that an API server refuses, stays as it was.
        var stored = new StoredObjects();
        stored.after(before);
        return between(before.objects(), after, stored.after(after).objects(), Elsewhere.POSSIBLE);
    }

    /**
     * Of sets of objects that a directory is a part of.
     *
     * @param after the objects of {@code directory}, and all others that there are then
     */
    public static Result between(
            AdmittedObjects before, Snapshot directory, AdmittedObjects after, Elsewhere elsewhere) {
        var found = Comparison.of(StandInSecrets.in(before), StandInSecrets.in(after));
        var diagnostics = new ArrayList<>(directory.diagnostics());
        diagnostics.addAll(UnknownServers.withoutServer(directory, after.servers(), elsewhere));
        found.compiled()
                .forEach(server -> diagnostics.addAll(CompilerDiagnostics.diagnostics(directory, server, elsewhere)));
        return new Result(
                new DifferenceReport(found.servers(), found.differences(), directory.manifests()), diagnostics);
    }
}
