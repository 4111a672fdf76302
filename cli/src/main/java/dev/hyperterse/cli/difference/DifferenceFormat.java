package dev.hyperterse.cli.difference;

import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.telemetry.logging.TerminalText;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The output formats of differences. */
public sealed interface DifferenceFormat {
    String render(DifferenceReport report);

    /** For people: a line for each definition, its changes below. */
    record Text() implements DifferenceFormat {
        @Override
        public String render(DifferenceReport report) {
            var text = new StringBuilder();
            var server = "";
            for (var difference : report.differences()) {
                if (!difference.server().equals(server)) {
                    server = difference.server();
                    text.append(TerminalText.quoted(server)).append('\n');
                }
                text.append(
                        "  %s %s\n".formatted(difference.sign().symbol(), TerminalText.quoted(difference.display())));
                if (difference.sign() != Difference.Sign.ADDED) {
                    difference
                            .changes()
                            .forEach(change -> text.append("      %s: %s\n"
                                    .formatted(change.impact().word(), TerminalText.quoted(change.message()))));
                }
            }
            return text.toString();
        }
    }

    /** For programs: one JSON document. */
    record Json() implements DifferenceFormat {
        @Override
        public String render(DifferenceReport report) {
            var document = new LinkedHashMap<String, Object>();
            document.put("servers", report.servers());
            for (var sign : Difference.Sign.values()) {
                document.put(sign.word(), report.count(sign));
            }
            document.put("breaking", report.count(Impact.BREAKING));
            document.put("rights", report.count(Impact.RIGHTS));
            document.put(
                    "differences",
                    report.differences().stream()
                            .map(difference -> difference(report, difference))
                            .toList());
            var json = JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(document);
            return TerminalText.json(json) + "\n";
        }

        private static Map<String, Object> difference(DifferenceReport report, Difference difference) {
            var written = new LinkedHashMap<String, Object>();
            written.put("server", difference.server());
            written.put("difference", difference.sign().word());
            written.put("type", difference.type());
            written.put("name", difference.name());
            written.put("object", difference.object().subject().toString());
            written.put(
                    "changes",
                    difference.changes().stream()
                            .map(change -> change(report, difference, change))
                            .toList());
            return written;
        }

        private static Map<String, Object> change(
                DifferenceReport report, Difference difference, DefinitionChange change) {
            var written = new LinkedHashMap<String, Object>();
            written.put("impact", change.impact().word());
            written.put("path", change.path());
            written.put("message", change.message());
            report.place(difference, change).ifPresent(place -> {
                written.put("file", place.file());
                written.put("line", place.line());
            });
            return written;
        }
    }

    /** Beside the lines of files, as {@code validate} shows its findings. */
    record Annotations(OutputFormat format) implements DifferenceFormat {
        @Override
        public String render(DifferenceReport report) {
            return format.render(report.annotations());
        }
    }
}
