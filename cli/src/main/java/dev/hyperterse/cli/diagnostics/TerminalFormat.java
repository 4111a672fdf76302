package dev.hyperterse.cli.diagnostics;

import dev.hyperterse.telemetry.logging.TerminalText;
import java.util.List;

/** Lines for a terminal, in the shape that editors make clickable. */
final class TerminalFormat {
    private static final String RED = "\u001b[31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String BOLD = "\u001b[1m";
    private static final String RESET = "\u001b[0m";

    private final boolean colour;

    TerminalFormat(boolean colour) {
        this.colour = colour;
    }

    String render(List<Diagnostic> diagnostics) {
        var text = new StringBuilder();
        for (var diagnostic : diagnostics) {
            text.append(styled(BOLD, TerminalText.quoted(diagnostic.place().toString())))
                    .append(": ")
                    .append(styled(
                            tone(diagnostic.severity()), diagnostic.severity().word()))
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
