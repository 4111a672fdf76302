package dev.hyperterse.cli.validation;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.print.Counted;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that can be said of a directory.
 *
 * @param diagnostics by file and line
 * @param objects how many were looked at
 * @param ignored how many of each foreign kind were not
 */
public record ValidationReport(List<Diagnostic> diagnostics, int objects, Map<String, Integer> ignored) {
    public ValidationReport {
        diagnostics = diagnostics.stream().distinct().sorted(Diagnostic.ORDER).toList();
    }

    /** The same with what else was found. */
    public ValidationReport with(List<Diagnostic> others) {
        return new ValidationReport(
                Stream.concat(diagnostics.stream(), others.stream()).toList(), objects, ignored);
    }

    /** Whether the check fails; warnings do not make it. */
    public boolean hasWarnings() {
        return count(Severity.WARNING) > 0;
    }

    public boolean hasErrors() {
        return errors() > 0;
    }

    public long errors() {
        return diagnostics.stream().filter(Diagnostic::isError).count();
    }

    /** {@code 12 objects, 1 error, 2 warnings; not looked at: 3 Deployment}; notices where there are any. */
    public String summary() {
        var notices = count(Severity.NOTICE);
        var counts = "%s, %s, %s"
                        .formatted(
                                Counted.of(objects, "object"),
                                Counted.of(errors(), "error"),
                                Counted.of(count(Severity.WARNING), "warning"))
                + (notices == 0 ? "" : ", " + Counted.of(notices, "notice"));
        return ignored.isEmpty() ? counts : counts + "; not looked at: " + passedOver();
    }

    private long count(Severity severity) {
        return diagnostics.stream().filter(it -> it.severity() == severity).count();
    }

    private String passedOver() {
        return new TreeMap<>(ignored)
                .entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }
}
