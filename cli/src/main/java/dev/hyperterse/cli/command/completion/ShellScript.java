package dev.hyperterse.cli.command.completion;

import dev.hyperterse.cli.document.PackedText;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script of a shell, with the commands and options of the program. */
record ShellScript(CommandSpec program) {
    String of(String shell) {
        var text = PackedText.of(ShellScript.class, "completion." + shell);
        return switch (shell) {
            case "fish" -> text.replace("@COMPLETIONS@", ofFish());
            case "zsh" ->
                text.replace(
                                "@COMMANDS@",
                                commands()
                                        .map(command ->
                                                "'%s:%s'".formatted(command.name(), quotable(description(command))))
                                        .collect(Collectors.joining("\n            ")))
                        .replace("@OPTIONS@", cases());
            default ->
                text.replace("@COMMANDS@", commands().map(CommandSpec::name).collect(Collectors.joining(" ")))
                        .replace("@OPTIONS@", cases());
        };
    }

    private Stream<CommandSpec> commands() {
        return commands(program);
    }

    private static Stream<CommandSpec> commands(CommandSpec above) {
        return above.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                // Other names of a command lead to the same one.
                .distinct()
                .filter(command -> !command.usageMessage().hidden());
    }

    /** The options of each command, those of its own commands among them. */
    private static Stream<OptionSpec> options(CommandSpec command) {
        return Stream.of(Stream.of(command), commands(command))
                .flatMap(it -> it)
                .map(CommandSpec::options)
                .flatMap(Collection::stream)
                .filter(option -> !option.hidden());
    }

    private String cases() {
        return commands()
                .map(command -> "                %s) options='%s' ;;"
                        .formatted(
                                command.name(),
                                options(command)
                                        .flatMap(option -> Arrays.stream(option.names()))
                                        .distinct()
                                        .collect(Collectors.joining(" "))))
                .collect(Collectors.joining("\n"));
    }

    private String ofFish() {
        var lines = Stream.of(
                commands().map(command -> "complete -c hyperterse -n __fish_use_subcommand -a %s -d '%s'"
                        .formatted(command.name(), quotable(description(command)))),
                commands().flatMap(command -> options(command)
                        .map(option -> "complete -c hyperterse -n '__fish_seen_subcommand_from %s'%s%s -d '%s'"
                                .formatted(
                                        command.name(),
                                        names(option),
                                        option.arity().max() > 0 ? " -x -a '(__hyperterse_names)'" : "",
                                        quotable(String.join(" ", option.description()))))));
        return lines.flatMap(it -> it).distinct().collect(Collectors.joining("\n"));
    }

    private static String names(OptionSpec option) {
        return Arrays.stream(option.names())
                .map(name -> name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1))
                .collect(Collectors.joining());
    }

    private static String description(CommandSpec command) {
        return List.of(command.usageMessage().description()).getFirst();
    }

    /** A text for single quotes, of any of the shells. */
    private static String quotable(String text) {
        return text.replace("\\", "").replace("'", "").replace(":", "");
    }
}
