package dev.hyperterse.cli.command;

import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.explain.FieldPath;
import dev.hyperterse.cli.explain.FieldText;
import dev.hyperterse.cli.status.ObservedKind;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.Arrays;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse explain}: a field of manifests, without a cluster. */
record ExplainCommand(Terminal terminal) implements Subcommand {
    private static final String RECURSIVE = "--recursive";

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "explain",
                        "Explain a field of manifests: its type, values, rules and what is below it.",
                        "hyperterse explain tool.spec.statement",
                        "hyperterse explain server --recursive")
                .addPositional(Specs.argument(
                        0,
                        "FIELD",
                        "server, tool, prompt or resource, and names of fields",
                        Arrays.stream(ObservedKind.values())
                                .map(ObservedKind::word)
                                .toArray(String[]::new)))
                .addOption(Specs.flag("all fields below, by name and type", RECURSIVE));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        switch (FieldPath.of(arguments.matchedPositionalValue(0, ""))) {
            case FieldPath.Found field ->
                FieldText.of(field, arguments.hasMatchedOption(RECURSIVE)).forEach(terminal.out()::println);
            case FieldPath.Unknown unknown -> throw new CommandFailure(ExitCode.USAGE, unknown.message());
        }
        return ExitCode.OK;
    }
}
