package dev.hyperterse.cli.command.option;

import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The parts that the specs of all commands are made of. */
public final class Specs {
    private static final String SERVER = "--server";

    private Specs() {}

    /** A spec with help and examples, without an object behind it. */
    public static CommandSpec command(String name, String description, String... examples) {
        return describe(CommandSpec.create(), name, description, examples);
    }

    /** The spec of a command; picocli must not look for annotations in it. */
    public static CommandSpec command(Subcommand command, String name, String description, String... examples) {
        return describe(CommandSpec.wrapWithoutInspection(command), name, description, examples);
    }

    private static CommandSpec describe(CommandSpec spec, String name, String description, String... examples) {
        spec.name(name)
                .addOption(OptionSpec.builder("-h", "--help")
                        .description("show this help")
                        .usageHelp(true)
                        .build());
        spec.usageMessage()
                .description(description)
                .sortOptions(false)
                .abbreviateSynopsis(true)
                .optionListHeading("%nOptions:%n")
                .parameterListHeading("%nArguments:%n")
                .commandListHeading("%nCommands:%n")
                .footerHeading("%nExamples:%n")
                .footer(Arrays.stream(examples).map(example -> "  " + example).toArray(String[]::new));
        return spec;
    }

    /** An option without a value. */
    public static OptionSpec flag(String description, String first, String... others) {
        return OptionSpec.builder(first, others)
                .description(description)
                .arity("0")
                .type(boolean.class)
                .build();
    }

    /** @param label of its value */
    public static OptionSpec option(String description, String label, String first, String... others) {
        return valued(description, label, first, others).build();
    }

    private static OptionSpec.Builder valued(String description, String label, String first, String... others) {
        return OptionSpec.builder(first, others)
                .description(description)
                .paramLabel(label)
                .type(String.class)
                .arity("1");
    }

    public static PositionalParamSpec argument(int index, String label, String description, String... candidates) {
        return positional(index, label, description, candidates)
                .required(true)
                .arity("1")
                .build();
    }

    /** An argument that may be left out. */
    public static PositionalParamSpec optional(int index, String label, String description, String... candidates) {
        return positional(index, label, description, candidates)
                .required(false)
                .arity("0..1")
                .build();
    }

    /** @param candidates for the completion of a shell, where there is a choice */
    private static PositionalParamSpec.Builder positional(
            int index, String label, String description, String... candidates) {
        var argument = PositionalParamSpec.builder()
                .index(Integer.toString(index))
                .paramLabel(label)
                .description(description)
                .type(String.class);
        return candidates.length == 0 ? argument : argument.completionCandidates(List.of(candidates));
    }

    public static PositionalParamSpec directory() {
        return optional(0, "DIR", "directory that holds the manifests (default: the current one)");
    }

    /** The directory that was given, for a command whose watch, {@code .env} and database files belong to one. */
    public static Path directory(ParseResult arguments) {
        var directory = Path.of(arguments.matchedPositionalValue(0, "."));
        if (Files.isRegularFile(directory)) {
            throw new CommandFailure(ExitCode.USAGE, directory + " is a file; give its directory");
        }
        return directory;
    }

    /** The value of an option, if it was given. */
    public static Optional<String> given(ParseResult arguments, String option) {
        return Optional.ofNullable(arguments.matchedOptionValue(option, null));
    }

    /** The server that was chosen. */
    public static ServerChoice server(ParseResult arguments) {
        return new ServerChoice(given(arguments, SERVER));
    }

    /** @param subject of a sentence about a text that is no such number */
    public static int number(String text, int most, String subject) {
        try {
            var number = Integer.parseInt(text.strip());
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Said below, as for a number out of range.
        }
        throw new CommandFailure(
                ExitCode.USAGE, "%s is a number from 0 to %d, not '%s'".formatted(subject, most, text));
    }

    /** Everything after the arguments before. */
    public static PositionalParamSpec arguments(int first, String label, String description) {
        return PositionalParamSpec.builder()
                .index(first + "..*")
                .paramLabel(label)
                .description(description)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("0..*")
                .build();
    }

    /** An option that may be repeated. */
    public static OptionSpec list(String description, String label, String first, String... others) {
        return OptionSpec.builder(first, others)
                .description(description)
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .build();
    }

    public static OptionSpec headers() {
        return list("header for a server at a URL; may be repeated", "'NAME: VALUE'", "-H", "--header");
    }

    public static OptionSpec server() {
        return option("which HyperterseServer, where the directory holds several", "[NAMESPACE/]NAME", SERVER);
    }

    public static OptionSpec output(String... formats) {
        return valued("how to print: " + String.join(", ", formats), "FORMAT", "-o", "--output")
                .completionCandidates(List.of(formats))
                .build();
    }

    public static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }
}
