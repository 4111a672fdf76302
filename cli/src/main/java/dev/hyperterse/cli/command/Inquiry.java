package dev.hyperterse.cli.command;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ConnectionFailure;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** What {@code call} and {@code search} have in common: whom they ask, and how they print what they are told. */
record Inquiry(Terminal terminal) {
    /** The spec of such a command; whom to ask is its first argument. */
    static CommandSpec spec(Command command, String name, String description, String... examples) {
        return Specs.command(command, name, description, examples)
                .addPositional(Specs.argument(0, "DIR|URL", "directory of manifests, or URL of a server")
                        .build());
    }

    /** The options of every such command, after its own. */
    static CommandSpec withOptions(CommandSpec spec) {
        return spec.addOption(Specs.headers()).addOption(Specs.server()).addOption(Specs.output("text", "json"));
    }

    ExitCode run(ParseResult arguments, Question question) {
        var target = Target.of(
                arguments.matchedPositionalValue(0, ""),
                Optional.ofNullable(arguments.matchedOptionValue("--server", null)),
                Headers.of(arguments));
        var format = ResultFormat.of(arguments);
        Logging.forPeople();
        try (var connection = target.connect(terminal)) {
            return question.ask(connection, format);
        } catch (ConnectionFailure failure) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, failure.getMessage(), failure);
        }
    }

    /** Asks it, and prints the answer. */
    @FunctionalInterface
    interface Question {
        ExitCode ask(Connection connection, ResultFormat format);
    }
}
