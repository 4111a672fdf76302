package dev.hyperterse.cli.diagnostics;

import dev.hyperterse.telemetry.logging.TerminalText;
import java.util.List;
import java.util.Map;

/** The output formats of diagnostics. Every format takes them in the order given and ends with a line break. */
@FunctionalInterface
public interface OutputFormat {
    /** For programs: one JSON document. */
    OutputFormat JSON = JsonFormats::report;
    /** Workflow commands that GitHub Actions turns into annotations. */
    OutputFormat GITHUB = GitHubAnnotations::render;
    /** A GitLab code quality report. */
    OutputFormat GITLAB = JsonFormats::codeQuality;

    /** The findings of one run, empty or not. */
    String render(List<Diagnostic> diagnostics);

    /** For people: one line each, the remedy below it, in the shape that editors make clickable. */
    record Text(boolean colour) implements OutputFormat {
        private static final String RED = "\u001b[31m";
        private static final String YELLOW = "\u001b[33m";
        private static final String BOLD = "\u001b[1m";
        private static final String RESET = "\u001b[0m";

        /** Colour only where a person looks on and has not asked for none (no-color.org). */
        public static Text onTerminal(boolean interactive, Map<String, String> environment) {
            var refused = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                    || environment.getOrDefault("TERM", "").equals("dumb");
            return new Text(interactive && !refused);
        }

        @Override
        public String render(List<Diagnostic> diagnostics) {
            var text = new StringBuilder();
            for (var diagnostic : diagnostics) {
                text.append(styled(BOLD, TerminalText.quoted(diagnostic.place().toString())))
                        .append(": ")
                        .append(styled(
                                tone(diagnostic.severity()),
                                diagnostic.severity().word()))
                        .append(": ")
                        .append(TerminalText.quoted(diagnostic.headline()))
                        .append('\n');
                if (!diagnostic.remedy().isEmpty()) {
                    text.append("  fix: ")
                            .append(TerminalText.quoted(diagnostic.remedy()))
                            .append('\n');
                }
            }
            return text.toString();
        }

        private String styled(String style, String text) {
            return colour ? style + text + RESET : text;
        }

        private static String tone(Severity severity) {
            return switch (severity) {
                case ERROR -> RED;
                case WARNING -> YELLOW;
                case NOTICE -> "";
            };
        }
    }
}
