package dev.hyperterse.cli.command.option;

import dev.hyperterse.cli.terminal.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One subcommand. */
public interface Subcommand {
    /** Name, options and help; asked for once. */
    CommandSpec spec();

    ExitCode run(ParseResult arguments);
}
