package dev.hyperterse.cli.command.completion;

import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse completion}. */
public record CompletionCommand(Terminal terminal) implements Subcommand {
    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "completion",
                        "Print a completion script for the shell.",
                        "source <(hyperterse completion bash)",
                        "source <(hyperterse completion zsh)",
                        "hyperterse completion fish > ~/.config/fish/completions/hyperterse.fish")
                .addPositional(Specs.argument(0, "SHELL", "bash, zsh or fish", SHELLS.toArray(String[]::new)));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var shell = arguments.matchedPositionalValue(0, "");
        if (!SHELLS.contains(shell)) {
            throw new CommandFailure(ExitCode.USAGE, "completion is for bash, zsh or fish, not '" + shell + "'");
        }
        terminal.out().print(new ShellScript(arguments.commandSpec().root()).of(shell));
        return ExitCode.OK;
    }
}
