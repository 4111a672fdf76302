package dev.hyperterse.cli.ask;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Lines that are printed for a person, and those that the person types. */
record Dialog(BufferedReader in, PrintStream err) {
    /** The typed line. */
    sealed interface Line {
        record Text(String text) implements Line {}

        /** The dialog is over. @param action as the result of a form has it */
        record End(String action) implements Line {}
    }

    void say(String text) {
        err.println(text);
    }

    /** The end of the input cancels, and so does {@code :cancel}. */
    Line read(String prompt) {
        err.print(prompt);
        err.flush();
        var text = line();
        if (text.isEmpty()) {
            err.println();
            return new Line.End("cancel");
        }
        return switch (text.get()) {
            case ":cancel" -> new Line.End("cancel");
            case ":decline" -> new Line.End("decline");
            default -> new Line.Text(text.get());
        };
    }

    private Optional<String> line() {
        try {
            return Optional.ofNullable(in.readLine()).map(String::strip);
        } catch (IOException closed) {
            return Optional.empty();
        }
    }

    /** Text of a server: a line break could make it look like one of this program's questions. */
    static String oneLine(JsonNode text) {
        return oneLine(text.asString(""));
    }

    static String oneLine(String text) {
        return text.replaceAll("\\R", " ");
    }
}
