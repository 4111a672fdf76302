package dev.hyperterse.cli.diagnostics;

import java.util.Comparator;
import java.util.Optional;

/**
 * One finding.
 *
 * @param subject the object it is about; absent when the file could not be read as far as an object
 * @param path the field, as the API server writes it; empty for a whole object or file
 * @param rule stable name in kebab case
 * @param message what is wrong, without the path
 * @param remedy what to do about it; empty when the message says it all
 */
public record Diagnostic(
        Place place,
        Severity severity,
        Optional<Subject> subject,
        String path,
        String rule,
        String message,
        String remedy) {
    /** By file and line; findings at one position have a fixed order. */
    public static final Comparator<Diagnostic> ORDER = Comparator.comparing(Diagnostic::place)
            .thenComparing(Diagnostic::path)
            .thenComparing(Diagnostic::message)
            .thenComparing(Diagnostic::rule)
            .thenComparing(
                    diagnostic -> diagnostic.subject().map(Subject::toString).orElse(""));

    /** A finding about a file that says nothing of an object. */
    public static Diagnostic ofFile(Place place, Severity severity, String rule, String message, String remedy) {
        return new Diagnostic(place, severity, Optional.empty(), "", rule, message, remedy);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** {@code Tool shop/list-orders spec.inputs[0].type: message}, with what is known of it. */
    public String headline() {
        var about = new StringBuilder();
        subject.ifPresent(about::append);
        if (!path.isEmpty()) {
            about.append(about.isEmpty() ? "" : " ").append(path);
        }
        return about.isEmpty() ? message : about + ": " + message;
    }
}
