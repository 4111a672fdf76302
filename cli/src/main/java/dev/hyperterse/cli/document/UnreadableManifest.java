package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;

/**
 * Ends the reading of one document; caught where documents are collected, so no other package catches it without a diagnostic. An exception,
 * because a fault can lie at any depth of a document and leaves nothing of it usable.
 */
public final class UnreadableManifest extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Diagnostic diagnostic;

    public UnreadableManifest(Place place, String rule, String message, String remedy) {
        super(place + ": " + message, null, false, false);
        this.diagnostic = Diagnostic.ofFile(place, Severity.ERROR, rule, message, remedy);
    }

    public Diagnostic diagnostic() {
        return diagnostic;
    }
}
