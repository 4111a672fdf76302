package dev.hyperterse.cli.command;

import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse completion}. The script serves bash, and zsh through its bash compatibility. */
final class CompletionCommand implements Subcommand {
    private final Terminal terminal;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "completion",
                        "Print a completion script for the shell.",
                        "source <(./hyperterse completion bash)",
                        "./hyperterse completion zsh > ~/.hyperterse-completion && source ~/.hyperterse-completion")
                .addPositional(Specs.argument(0, "SHELL", "bash or zsh")
                        .completionCandidates(() -> List.of("bash", "zsh").iterator())
                        .build());
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var shell = arguments.matchedPositionalValue(0, "");
        var program = arguments.commandSpec().root().commandLine();
        terminal.out().print(script(shell, program));
        return ExitCode.OK;
    }

    private static String script(String shell, CommandLine program) {
        var bash = AutoComplete.bash("hyperterse", program);
        return switch (shell) {
            case "bash" -> bash;
            case "zsh" -> "autoload -U +X bashcompinit && bashcompinit\n" + bash;
            default -> throw new CommandFailure(ExitCode.USAGE, "completion is for bash or zsh, not '" + shell + "'");
        };
    }
}
