package dev.hyperterse.cli.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One subcommand. */
interface Subcommand {
    /** Name, options and help; asked for once. */
    CommandSpec spec();

    ExitCode run(ParseResult arguments);
}
