package dev.hyperterse.cli.command;

import dev.hyperterse.cli.client.ToolAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints what a tool answered. */
final class Results {
    private final Terminal terminal;
    private final JsonMapper json =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    Results(Terminal terminal) {
        this.terminal = terminal;
    }

    ExitCode print(ToolAnswer answer, ResultFormat format) {
        return switch (answer) {
            case ToolAnswer.Refused(int code, var message) -> {
                terminal.err().println("hyperterse: " + message + " (" + code + ")");
                yield ExitCode.PROBLEMS;
            }
            case ToolAnswer.Result result -> {
                var text =
                        switch (format) {
                            case TEXT -> readable(result.text());
                            case JSON -> json.writeValueAsString(result.json());
                        };
                (result.isError() && format == ResultFormat.TEXT ? terminal.err() : terminal.out()).println(text);
                yield result.isError() ? ExitCode.PROBLEMS : ExitCode.OK;
            }
        };
    }

    /** Rows come as one line of JSON; a person wants to see them one below the other. */
    private String readable(String text) {
        try {
            return json.writeValueAsString(json.readTree(text));
        } catch (JacksonException plainText) {
            return text;
        }
    }
}
