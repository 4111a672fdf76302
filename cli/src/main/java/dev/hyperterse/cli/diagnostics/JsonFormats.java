package dev.hyperterse.cli.diagnostics;

import dev.hyperterse.telemetry.logging.TerminalText;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** The two JSON documents: our own report, and the code quality report that GitLab reads. */
final class JsonFormats {
    private static final JsonMapper JSON = JsonMapper.shared();

    private JsonFormats() {}

    static String report(List<Diagnostic> diagnostics) {
        var document = new LinkedHashMap<String, Object>();
        document.put("errors", count(diagnostics, Severity.ERROR));
        document.put("warnings", count(diagnostics, Severity.WARNING));
        document.put("problems", diagnostics.stream().map(JsonFormats::problem).toList());
        return pretty(document);
    }

    private static long count(List<Diagnostic> diagnostics, Severity severity) {
        return diagnostics.stream().filter(it -> it.severity() == severity).count();
    }

    static String codeQuality(List<Diagnostic> diagnostics) {
        var seen = new HashMap<String, Integer>();
        return pretty(diagnostics.stream().map(it -> issue(it, seen)).toList());
    }

    private static Map<String, Object> problem(Diagnostic diagnostic) {
        var problem = new LinkedHashMap<String, Object>();
        problem.put("file", diagnostic.place().file());
        problem.put("line", diagnostic.place().line());
        problem.put("column", diagnostic.place().column());
        problem.put("severity", diagnostic.severity().word());
        diagnostic.subject().ifPresent(subject -> {
            problem.put("kind", subject.kind());
            problem.put("namespace", subject.namespace());
            problem.put("name", subject.name());
        });
        problem.put("path", diagnostic.path());
        problem.put("rule", diagnostic.rule());
        problem.put("message", diagnostic.message());
        problem.put("remedy", diagnostic.remedy());
        return problem;
    }

    private static Map<String, Object> issue(Diagnostic diagnostic, Map<String, Integer> seen) {
        var issue = new LinkedHashMap<String, Object>();
        issue.put("description", describe(diagnostic));
        issue.put("check_name", diagnostic.rule());
        issue.put("fingerprint", fingerprint(diagnostic, seen));
        issue.put("severity", severity(diagnostic.severity()));
        issue.put("location", location(diagnostic.place()));
        return issue;
    }

    private static Map<String, Object> location(Place place) {
        var location = new LinkedHashMap<String, Object>();
        location.put("path", place.file());
        location.put("lines", Map.of("begin", place.line()));
        return location;
    }

    private static String describe(Diagnostic diagnostic) {
        return diagnostic.headline() + (diagnostic.remedy().isEmpty() ? "" : "; fix: " + diagnostic.remedy());
    }

    /**
     * Without the line, so that an issue stays the same one when lines above it move; the same finding twice in a file
     * is distinguished by its number.
     */
    private static String fingerprint(Diagnostic diagnostic, Map<String, Integer> seen) {
        var identity = diagnostic.place().file() + '\n' + diagnostic.rule() + '\n' + diagnostic.headline();
        var number = seen.merge(identity, 1, Integer::sum);
        return UUID.nameUUIDFromBytes((identity + '\n' + number).getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }

    private static String severity(Severity severity) {
        return switch (severity) {
            case ERROR -> "major";
            case WARNING -> "minor";
            case NOTICE -> "info";
        };
    }

    private static String pretty(Object document) {
        return TerminalText.json(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document)) + "\n";
    }
}
