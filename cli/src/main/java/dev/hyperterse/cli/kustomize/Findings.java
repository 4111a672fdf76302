package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import java.util.ArrayList;
import java.util.List;

/** The problems of a build, collected. */
final class Findings {
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    void error(Place place, String message, String remedy) {
        diagnostics.add(Diagnostic.ofFile(place, Severity.ERROR, "kustomization", message, remedy));
    }

    void add(Diagnostic diagnostic) {
        diagnostics.add(diagnostic);
    }

    List<Diagnostic> diagnostics() {
        return List.copyOf(diagnostics);
    }
}
