package dev.hyperterse.cli.command.tool;

import dev.hyperterse.calls.result.TokenLimit;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.print.Csv;
import dev.hyperterse.cli.print.Rows;
import dev.hyperterse.cli.print.Table;
import dev.hyperterse.cli.print.Yaml;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Prints the result of a tool. */
record ResultPrinter(Terminal terminal) {
    ExitCode print(ToolAnswer answer, PrintFormat format) {
        return print(answer, result -> print(result, format));
    }

    /** Of an answer that is no call of a tool. @param texts for people */
    ExitCode print(ToolAnswer answer, PrintFormat format, Function<JsonNode, List<String>> texts) {
        return print(
                answer,
                result -> format.print(terminal, result.json(), () -> texts.apply(result.json())
                        .forEach(terminal.out()::println)));
    }

    private ExitCode print(ToolAnswer answer, Consumer<ToolAnswer.Result> printed) {
        return switch (answer) {
            case ToolAnswer.Refused(int code, var message) -> {
                terminal.err().println("hyperterse: " + message + " (" + code + ")");
                yield ExitCode.PROBLEMS;
            }
            case ToolAnswer.Result result -> {
                printed.accept(result);
                yield result.isError() ? ExitCode.PROBLEMS : ExitCode.OK;
            }
        };
    }

    private void print(ToolAnswer.Result result, PrintFormat format) {
        if (format == PrintFormat.JSON) {
            terminal.printJson(ExactJson.pretty(result.json()));
        } else if (result.isError()) {
            terminal.err().println(result.text());
        } else {
            switch (format) {
                case TEXT -> print(result.text());
                case TABLE -> terminal.out().print(Table.of(rows(result)));
                case CSV -> terminal.out().print(Csv.of(rows(result)));
                case YAML -> terminal.out().print(Yaml.of(tree(result.text())));
                case JSON -> {}
            }
            if (terminal.interactive()) {
                terminal.err().println("about %d tokens for a model".formatted(tokens(result.text())));
            }
        }
    }

    private static long tokens(String text) {
        return TokenLimit.tokens(text.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Rows arrive as one line of JSON; a person gets a table, and a program a line for each member. */
    private void print(String text) {
        var table = terminal.interactive()
                ? Rows.of(text).filter(rows -> !rows.columns().isEmpty()).map(Table::of)
                : Optional.<String>empty();
        table.ifPresentOrElse(terminal.out()::print, () -> ExactJson.indented(text)
                .ifPresentOrElse(terminal::printJson, () -> terminal.out().println(text)));
    }

    private static Rows rows(ToolAnswer.Result result) {
        return Rows.of(result.text())
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.PROBLEMS, "the result is not rows; --output text, json or yaml prints it"));
    }

    /** A result that is no JSON is a text. */
    private static JsonNode tree(String text) {
        try {
            return ExactJson.mapper().readTree(text);
        } catch (JacksonException noJson) {
            return ExactJson.mapper().getNodeFactory().stringNode(text);
        }
    }
}
