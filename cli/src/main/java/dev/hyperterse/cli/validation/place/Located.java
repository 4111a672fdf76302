package dev.hyperterse.cli.validation.place;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Optional;

/** Gives a problem of an object its place in the file. */
public final class Located {
    private static final String UNKNOWN_FIELD = "unknown-field";

    private Located() {}

    /** The diagnostic of a problem that the compiler found, where the manifest writes what it is about. */
    public static Diagnostic in(ManifestSet directory, Manifest manifest, Problem problem) {
        return in(directory, manifest, problem, Elsewhere.POSSIBLE);
    }

    /** @param elsewhere whether what the problem misses may exist all the same */
    public static Diagnostic in(ManifestSet directory, Manifest manifest, Problem problem, Elsewhere elsewhere) {
        return diagnostic(
                ReferredText.place(directory, manifest, problem).orElseGet(() -> place(manifest, problem)),
                manifest,
                problem,
                ReferredConfigMap.isIn(directory, manifest, problem)
                        ? Severity.ERROR
                        : severity(problem.reason(), elsewhere),
                switch (elsewhere) {
                    case POSSIBLE ->
                        SecretLine.missing(directory, manifest, problem)
                                .or(() -> ReferredConfigMap.remedy(directory, manifest, problem))
                                .or(() -> OtherAdapters.known(directory, manifest, problem))
                                .orElse(problem.remedy());
                    case IMPOSSIBLE -> problem.remedy();
                });
    }

    /** The same of a problem of the object by itself. */
    public static Diagnostic in(Manifest manifest, Problem problem) {
        var severity = severity(problem.reason(), Elsewhere.POSSIBLE);
        return diagnostic(place(manifest, problem), manifest, problem, severity, problem.remedy());
    }

    private static Place place(Manifest manifest, Problem problem) {
        return problem.rule().equals(UNKNOWN_FIELD)
                ? manifest.sources().locateName(problem.path())
                : manifest.sources().locate(problem.path(), problem.position());
    }

    private static Diagnostic diagnostic(
            Place place, Manifest manifest, Problem problem, Severity severity, String remedy) {
        return new Diagnostic(
                place,
                severity,
                Optional.of(manifest.key().subject()),
                problem.path(),
                problem.rule(),
                problem.message(),
                remedy);
    }

    /**
     * What may well exist in the cluster and not in the directory does not fail a check of the directory; nor does what
     * only follows from another problem, which has its own severity.
     */
    private static Severity severity(Reason reason, Elsewhere elsewhere) {
        return switch (reason) {
            case ServerNotFound, ConfigMapNotFound, SecretNotFound -> elsewhere.severity();
            case AdapterFaulty -> Severity.WARNING;
            default -> Severity.ERROR;
        };
    }
}
