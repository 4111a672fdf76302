package dev.hyperterse.cli.command.option;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.print.Yaml;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** The output formats of commands that print results. */
public enum PrintFormat {
    /** A table where a person reads rows, and lines of JSON otherwise. */
    TEXT,
    TABLE,
    JSON,
    YAML,
    CSV;

    public static PrintFormat of(ParseResult arguments) {
        var name = arguments.matchedOptionValue("--output", TEXT.spelling());
        var offered = offered(arguments);
        return Arrays.stream(values())
                .filter(format -> format.spelling().equals(name) && offered.contains(name))
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE, "--output is " + String.join(", ", offered) + ", not '" + name + "'"));
    }

    /** @param text prints the same for people */
    public void print(Terminal terminal, JsonNode tree, Runnable text) {
        switch (this) {
            case JSON -> terminal.printJson(ExactJson.pretty(tree));
            case YAML -> terminal.out().print(Yaml.of(tree));
            case TEXT, TABLE, CSV -> text.run();
        }
    }

    private static List<String> offered(ParseResult arguments) {
        var offered = new ArrayList<String>();
        arguments.commandSpec().findOption("--output").completionCandidates().forEach(offered::add);
        return offered;
    }

    private String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
