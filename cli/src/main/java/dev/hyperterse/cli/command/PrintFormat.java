package dev.hyperterse.cli.command;

import picocli.CommandLine.ParseResult;

/** The output formats of commands that support text and JSON. */
enum PrintFormat {
    TEXT,
    JSON;

    static PrintFormat of(ParseResult arguments) {
        var name = arguments.matchedOptionValue("--output", "text");
        return switch (name) {
            case "text" -> TEXT;
            case "json" -> JSON;
            default -> throw new CommandFailure(ExitCode.USAGE, "--output is text or json, not '" + name + "'");
        };
    }
}
