package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.ask.TerminalAnswers;
import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ConnectionFailure;
import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The common part of {@code call} and {@code search}: their target, and the output of results. */
record Inquiry(Terminal terminal) {
    private static final String ANSWER = "--answer";
    private static final String ROOT = "--root";

    /** The spec of such a command; the target is its first argument. */
    static CommandSpec spec(Subcommand command, String name, String description, String... examples) {
        return Specs.command(command, name, description, examples)
                .addPositional(Specs.argument(
                        0, "DIR|URL|server/NAME", "directory of manifests, URL of a server, or a server of a cluster"));
    }

    /** The options of every such command, after its own. */
    static CommandSpec withOptions(CommandSpec spec, String... formats) {
        return ClusterOptions.addNamespaceTo(
                spec.addOption(Specs.headers()).addOption(Specs.server()).addOption(Specs.output(formats)));
    }

    ExitCode run(ParseResult arguments, Question question) {
        var target = CallTarget.of(arguments);
        var format = PrintFormat.of(arguments);
        Logging.warningsForPeople();
        var answers = answers(arguments);
        try (var connection = target.connect(terminal, answers)) {
            var exit = question.ask(connection, format);
            answers.close();
            return exit;
        } catch (ConnectionFailure failure) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, failure.getMessage(), failure);
        }
    }

    /** Only calls have the options. */
    private TerminalAnswers answers(ParseResult arguments) {
        var asks = arguments.commandSpec().findOption(ANSWER) != null;
        return new TerminalAnswers(
                terminal.in(),
                terminal.err(),
                terminal.interactive(),
                asks ? arguments.matchedOptionValue(ANSWER, List.<String>of()) : List.of(),
                asks
                        ? arguments.matchedOptionValue(ROOT, List.<String>of()).stream()
                                .map(Inquiry::uri)
                                .toList()
                        : List.of());
    }

    private static String uri(String root) {
        return root.contains("://")
                ? root
                : Path.of(root).toAbsolutePath().normalize().toUri().toString();
    }

    /** The options of a command whose tools may ask their client. */
    static CommandSpec withAnswers(CommandSpec spec) {
        return spec.addOption(Specs.list(
                        "answer to the next question of the tool: a JSON object, accept, decline or cancel"
                                + " to a form, a text in place of a model; may be repeated",
                        "ANSWER",
                        ANSWER))
                .addOption(Specs.list(
                        "what ctx.roots of a script gets, a directory or a URI; may be repeated", "DIR|URI", ROOT));
    }

    /** Asks it, and prints the answer. */
    @FunctionalInterface
    interface Question {
        ExitCode ask(Connection connection, PrintFormat format);
    }
}
