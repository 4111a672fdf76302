package dev.hyperterse.cli.dev;

import dev.hyperterse.scripts.author.ScriptOutput;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.telemetry.logging.TerminalText;
import dev.hyperterse.telemetry.logging.TimeOfDay;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/**
 * Shows what scripts print, and the stacks of their failures, to the person whose scripts they are.
 *
 * @param out not the stream of results
 */
public record ScriptLines(PrintStream out, Clock clock) implements ScriptOutput {
    /** Those that say nothing beside the text. */
    private static final Set<String> PLAIN_LEVELS = Set.of("log", "info");

    @Override
    public void printed(ScriptOwner owner, String level, Optional<String> place, String text) {
        show("%s%s%s: %s"
                .formatted(
                        name(owner),
                        place.map(it -> " (" + it + ")").orElse(""),
                        PLAIN_LEVELS.contains(level) ? "" : " " + level,
                        text));
    }

    @Override
    public void failed(ScriptOwner owner, String message, String stack) {
        show("%s failed: %s".formatted(name(owner), stack.isBlank() ? message : stack));
    }

    private static String name(ScriptOwner owner) {
        return owner.kind().word() + " " + owner.name();
    }

    /** In one piece: calls print at the same time. */
    private void show(String text) {
        out.print(TimeOfDay.of(clock) + "  " + TerminalText.quoted(text) + System.lineSeparator());
        out.flush();
    }
}
