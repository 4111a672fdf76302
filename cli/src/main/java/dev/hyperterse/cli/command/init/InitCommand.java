package dev.hyperterse.cli.command.init;

import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.editor.EditorFiles;
import dev.hyperterse.cli.init.StarterFiles;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse init}: a directory to begin with, of an example or of a database. */
public record InitCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "init",
                        "Write a directory to begin with: tools for a database, or an example.",
                        "hyperterse init shop --database postgresql://reader:secret@localhost:5432/shop",
                        "hyperterse init shop --database \"$DATABASE_URL\" --tables 'order*,customers' --sql",
                        "hyperterse init example")
                .addPositional(Specs.argument(0, "DIR", "directory that does not exist yet, or is empty"))
                .addOption(Specs.option(
                        "database to write tools for: postgresql://, mysql://, mongodb://, redis://, or a SQLite file "
                                + "(default: DATABASE_URL of the environment; without it an example); a password goes to .env alone",
                        "URL",
                        "--database"))
                .addOption(Specs.option(
                        "tables, collections or patterns of keys that get tools, by names or patterns such as 'order*', with commas",
                        "NAMES",
                        "--tables"))
                .addOption(Specs.option("schemas of PostgreSQL, with commas (default: all)", "NAMES", "--schemas"))
                .addOption(Specs.flag("add a tool by which agents run SQL that reads", "--sql"))
                .addOption(Specs.flag("ask nothing", "-y", "--yes"));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var directory = NewDirectory.of(arguments.matchedPositionalValue(0, ""));
        var url = Specs.given(arguments, "--database")
                .or(() -> Optional.ofNullable(terminal.environment().get("DATABASE_URL"))
                        .filter(it -> !it.isBlank())
                        .map(fromEnvironment -> {
                            terminal.err().println("database: DATABASE_URL of the environment");
                            return fromEnvironment;
                        }));
        return url.map(it -> new DatabaseInit(terminal, directory, arguments).run(it))
                .orElseGet(() -> example(directory, arguments));
    }

    private ExitCode example(NewDirectory directory, ParseResult arguments) {
        for (var option : DatabaseInit.OPTIONS) {
            if (arguments.hasMatchedOption(option)) {
                throw new CommandFailure(
                        ExitCode.USAGE, option + " needs --database, or DATABASE_URL in the environment");
            }
        }
        directory.requireEmpty(_ -> false);
        var files = EditorFiles.with(new StarterFiles(directory.server()).texts());
        directory.write(files);
        files.keySet().forEach(file -> terminal.out().println(directory.path().resolve(file)));
        next(terminal, directory, "list-tables");
        return ExitCode.OK;
    }

    /** The commands that work now. */
    public static void next(Terminal terminal, NewDirectory directory, String tool) {
        var program = terminal.program();
        var written = Terminal.inShell(directory.path().toString());
        terminal.err().println("next: " + program + " dev " + written);
        terminal.err().println("      " + program + " call " + written + " " + tool);
    }
}
