package dev.hyperterse.cli.command;

import dev.hyperterse.cli.command.completion.CandidatesCommand;
import dev.hyperterse.cli.command.completion.CompletionCommand;
import dev.hyperterse.cli.command.imports.ImportCommand;
import dev.hyperterse.cli.command.init.InitCommand;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.command.status.ReportCommand;
import dev.hyperterse.cli.command.status.StatusCommand;
import dev.hyperterse.cli.command.tool.CallCommand;
import dev.hyperterse.cli.command.tool.DescribeCommand;
import dev.hyperterse.cli.command.tool.ListCommand;
import dev.hyperterse.cli.command.tool.PromptCommand;
import dev.hyperterse.cli.command.tool.ReadCommand;
import dev.hyperterse.cli.command.tool.SearchCommand;
import dev.hyperterse.cli.command.watch.WatchCommand;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands under one name, and what happens around each of them. */
public final class CommandTree {
    private final Terminal terminal;
    private final CommandLine commandLine;

    CommandTree(Terminal terminal, List<Subcommand> commands) {
        this.terminal = terminal;
        var root = Specs.command(
                        "hyperterse",
                        "Serves tools, prompts and resources from Kubernetes manifests over MCP.",
                        "hyperterse dev examples/quickstart")
                .version(BuildVersion.read().display());
        root.addOption(OptionSpec.builder("-V", "--version")
                .description("print the version")
                .versionHelp(true)
                .build());
        root.usageMessage().exitCodeListHeading("%nExit codes:%n").exitCodeList(exitCodes());
        for (var command : commands) {
            var spec = command.spec();
            root.addSubcommand(spec.name(), spec);
        }
        this.commandLine = new CommandLine(root)
                .setOut(Specs.writer(terminal.out()))
                .setErr(Specs.writer(terminal.err()))
                .setColorScheme(CommandLine.Help.defaultColorScheme(ansi(terminal)))
                .setExecutionStrategy(this::run)
                .setParameterExceptionHandler((misuse, arguments) -> explain(misuse));
        leaveExamplesWhole();
    }

    /** Picocli breaks long lines, and half of a command cannot be copied. */
    private void leaveExamplesWhole() {
        var sections = new HashMap<>(commandLine.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> Arrays.stream(
                        help.commandSpec().usageMessage().footer())
                .map(example -> example + System.lineSeparator())
                .collect(Collectors.joining()));
        commandLine.setHelpSectionMap(sections);
    }

    /** The whole program. */
    public static CommandTree of(Terminal terminal) {
        return new CommandTree(terminal, commands(terminal));
    }

    /** Arguments as {@link #execute} reads them, which runs nothing. */
    public ParseResult parse(String... arguments) {
        return commandLine.parseArgs(translated(arguments));
    }

    /** @return the exit code of the process */
    public int execute(String... arguments) {
        return commandLine.execute(translated(arguments));
    }

    private String[] translated(String... arguments) {
        return OtherWords.translated(arguments, commandLine.getSubcommands().keySet());
    }

    private static List<Subcommand> commands(Terminal terminal) {
        return List.of(
                new InitCommand(terminal),
                new DevCommand(terminal),
                new ServeCommand(terminal),
                new ValidateCommand(terminal),
                new DiffCommand(terminal),
                new RenderCommand(terminal),
                new CallCommand(terminal),
                new SearchCommand(terminal),
                new ListCommand(terminal),
                new DescribeCommand(terminal),
                new ReadCommand(terminal),
                new PromptCommand(terminal),
                new WatchCommand(terminal),
                new StatusCommand(terminal),
                new ReportCommand(terminal),
                new ConsoleCommand(terminal),
                new ConnectCommand(terminal),
                new ImportCommand(terminal),
                new PlaygroundCommand(terminal),
                new ExplainCommand(terminal),
                new SchemaCommand(terminal),
                new CompletionCommand(terminal),
                new CandidatesCommand(terminal),
                new VersionCommand(terminal));
    }

    private int run(ParseResult parsed) {
        var help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        if (!parsed.hasSubcommand()) {
            commandLine.usage(commandLine.getErr());
            return ExitCode.USAGE.code();
        }
        var chosen = parsed.subcommand();
        var command = (Subcommand) chosen.commandSpec().userObject();
        try {
            return command.run(chosen).code();
        } catch (RuntimeException | Error failure) {
            return report(failure);
        }
    }

    private int explain(ParameterException misuse) {
        var where = misuse.getCommandLine();
        var text = where.getErr();
        text.println("hyperterse: " + OtherWords.cause(misuse));
        OtherWords.remedy(misuse)
                .ifPresentOrElse(text::println, () -> UnmatchedArgumentException.printSuggestions(misuse, text));
        text.println("Try '" + where.getCommandSpec().qualifiedName() + " --help'.");
        text.flush();
        return ExitCode.USAGE.code();
    }

    private int report(Throwable failure) {
        if (failure instanceof CommandFailure expected) {
            terminal.err().println("hyperterse: " + expected.getMessage());
            return expected.exitCode().code();
        }
        if (failure instanceof UncheckedIOException refused) {
            terminal.err().println("hyperterse: " + reason(refused.getCause()));
            return ExitCode.UNAVAILABLE.code();
        }
        terminal.err().println("hyperterse: internal error, please report it:");
        failure.printStackTrace(terminal.err());
        return ExitCode.UNAVAILABLE.code();
    }

    /** Of a file often only its name is the message, and what happened is the type. */
    private static String reason(IOException refused) {
        return switch (refused) {
            case NoSuchFileException missing -> missing.getFile() + ": no such file or folder";
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case FileAlreadyExistsException existing -> existing.getFile() + ": a file of that name exists";
            default -> Optional.ofNullable(refused.getMessage()).orElse(refused.toString());
        };
    }

    private static Map<String, String> exitCodes() {
        var codes = new LinkedHashMap<String, String>();
        Arrays.stream(ExitCode.values()).forEach(exit -> codes.put(" " + exit.code(), exit.meaning()));
        return codes;
    }

    private static Ansi ansi(Terminal terminal) {
        var refused = !terminal.environment().getOrDefault("NO_COLOR", "").isEmpty();
        return terminal.interactive() && !refused ? Ansi.ON : Ansi.OFF;
    }
}
