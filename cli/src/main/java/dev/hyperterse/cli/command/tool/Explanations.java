package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Prints why tools rank where they do. */
record Explanations(Terminal terminal) {
    ExitCode print(JsonNode explanations, PrintFormat format) {
        format.print(terminal, explanations, () -> {
            explanations.forEach(this::print);
            if (explanations.isEmpty()) {
                terminal.err().println("hyperterse: no tool matches");
            }
        });
        return ExitCode.OK;
    }

    private void print(JsonNode tool) {
        terminal.out()
                .printf(
                        Locale.ROOT,
                        "%3d  %s  %.2f of %.2f points%n",
                        tool.path("relevance_score").asInt(),
                        tool.path("name").asString(""),
                        tool.path("points").asDouble(),
                        tool.path("best_points").asDouble());
        tool.path("words").forEach(this::printWord);
        terminal.out()
                .printf(
                        Locale.ROOT,
                        "     %6.2f  for the name, %.2f for the description as a whole, %.2f for neighbouring words%n",
                        tool.path("name_coverage").asDouble(),
                        tool.path("description_coverage").asDouble(),
                        tool.path("pairs").asDouble());
    }

    private void printWord(JsonNode word) {
        var fields = word.path("fields").properties().stream()
                .map(field -> String.format(
                        Locale.ROOT,
                        "%s %.2f",
                        field.getKey().replace('_', ' '),
                        field.getValue().asDouble()))
                .collect(Collectors.joining(", "));
        terminal.out()
                .printf(
                        Locale.ROOT,
                        "     %6.2f  \"%s\" (%s: \"%s\", rarity %.2f) in %s%n",
                        word.path("points").asDouble(),
                        word.path("asked").asString(""),
                        word.path("likeness").asString(""),
                        word.path("found").asString(""),
                        word.path("rarity").asDouble(),
                        fields);
    }
}
