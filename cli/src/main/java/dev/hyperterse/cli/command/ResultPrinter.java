package dev.hyperterse.cli.command;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.client.ToolAnswer;

/** Prints the result of a tool. */
final class ResultPrinter {
    private final Terminal terminal;

    ResultPrinter(Terminal terminal) {
        this.terminal = terminal;
    }

    ExitCode print(ToolAnswer answer, PrintFormat format) {
        return switch (answer) {
            case ToolAnswer.Refused(int code, var message) -> {
                terminal.err().println("hyperterse: " + message + " (" + code + ")");
                yield ExitCode.PROBLEMS;
            }
            case ToolAnswer.Result result -> {
                switch (format) {
                    case TEXT -> print(result);
                    case JSON ->
                        terminal.printJson(ExactJson.mapper()
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(result.json()));
                }
                yield result.isError() ? ExitCode.PROBLEMS : ExitCode.OK;
            }
        };
    }

    /** Rows arrive as one line of JSON; at a terminal each row gets a line of its own. */
    private void print(ToolAnswer.Result result) {
        if (result.isError()) {
            terminal.err().println(result.text());
            return;
        }
        ExactJson.indented(result.text())
                .ifPresentOrElse(terminal::printJson, () -> terminal.out().println(result.text()));
    }
}
