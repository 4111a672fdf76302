package dev.hyperterse.cli.command.imports;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.cli.client.McpAddress;
import dev.hyperterse.cli.command.option.HeaderOptions;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.cli.upstream.DefinitionsFile;
import dev.hyperterse.cli.upstream.UpstreamServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse import}: the definitions of another MCP server as a file to approve, or a configuration as a directory. */
public final class ImportCommand implements Subcommand {
    private final Terminal terminal;

    public ImportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "import",
                        "Write a directory for the configuration of another product, or the definitions of another MCP server.",
                        "hyperterse import tools.yaml shop",
                        "hyperterse import tools.yaml shop --database postgresql://reader:secret@localhost:5432/shop",
                        "hyperterse import queries/ shop --database postgresql://reader:secret@localhost:5432/shop",
                        "hyperterse import https://tickets.example.com/mcp -o tickets.json",
                        "hyperterse import https://tickets.example.com/mcp --check tickets.json")
                .addPositional(Specs.argument(
                                0,
                                "SOURCE",
                                "tools.yaml of MCP Toolbox, dbhub.toml, a folder of .sql files, a project of the original Hyperterse, or the URL of a server")
                        .build())
                .addPositional(
                        Specs.argument(1, "DIR", "directory that does not exist yet, or is empty (default: hyperterse)")
                                .required(false)
                                .arity("0..1")
                                .build())
                .addOption(Specs.option(
                                "database of .sql files, as init takes it (default: DATABASE_URL of the environment); of tools.yaml the one that names of tables and columns are read from, where a parameter may be any",
                                "--database")
                        .paramLabel("ADDRESS")
                        .build())
                .addOption(Specs.flag("fail where something is left out or differs", "--strict")
                        .build())
                .addOption(Specs.headers())
                .addOption(Specs.option("of a URL: file to write (default: standard output)", "-o", "--output")
                        .paramLabel("FILE")
                        .build())
                .addOption(Specs.option(
                                "of a URL: file to compare with: exit 1 and the differences, where it has others",
                                "--check")
                        .paramLabel("FILE")
                        .build());
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var source = arguments.matchedPositionalValue(0, "");
        if (isThere(source)) {
            refuse(arguments, "a URL", "--header", "--output", "--check");
            return new DirectoryImport(terminal, arguments).run(Path.of(source));
        }
        refuse(arguments, "a file or folder", "--database", "--strict");
        if (arguments.hasMatchedPositional(1)) {
            throw new CommandFailure(ExitCode.USAGE, "DIR is of a file or folder, and there is no " + source);
        }
        return definitions(arguments);
    }

    private static boolean isThere(String source) {
        try {
            return Files.exists(Path.of(source));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    /** An option that would be ignored. */
    private static void refuse(ParseResult arguments, String other, String... options) {
        for (var option : options) {
            if (arguments.hasMatchedOption(option)) {
                throw new CommandFailure(ExitCode.USAGE, "%s is of %s alone".formatted(option, other));
            }
        }
    }

    private ExitCode definitions(ParseResult arguments) {
        var output = Specs.given(arguments, "--output");
        var check = Specs.given(arguments, "--check");
        if (output.isPresent() && check.isPresent()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--output writes a file, and --check changes none: use one of them");
        }
        Logging.errorsForPeople();
        var approved = check.map(ImportCommand::read);
        var server = new UpstreamServer(url(arguments.matchedPositionalValue(0, "")), HeaderOptions.of(arguments));
        var listed =
                listed(server, approved.map(it -> it.lists().keySet()).orElse(EnumSet.allOf(UpstreamDefinition.class)));
        if (approved.isPresent()) {
            var differences = approved.get().differences(listed);
            differences.forEach(terminal.out()::println);
            return differences.isEmpty() ? ExitCode.OK : ExitCode.PROBLEMS;
        }
        output.ifPresentOrElse(
                file -> write(Path.of(file), listed), () -> terminal.out().print(listed.text()));
        return ExitCode.OK;
    }

    private static URI url(String text) {
        try {
            return McpAddress.of(text)
                    .map(McpAddress::withPath)
                    .orElseThrow(
                            () -> new CommandFailure(
                                    ExitCode.USAGE,
                                    "'" + text
                                            + "' is not the URL of a server, such as https://tickets.example.com/mcp, and no file or folder"));
        } catch (IllegalArgumentException malformed) {
            throw new CommandFailure(ExitCode.USAGE, "'" + text + "' is not a URL: " + malformed.getMessage());
        }
    }

    private static DefinitionsFile listed(UpstreamServer server, Set<UpstreamDefinition> kinds) {
        try {
            return DefinitionsFile.of(server.definitions(kinds));
        } catch (CallFailure failed) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "the definitions of " + server.url() + " cannot be listed: " + failed.getMessage());
        }
    }

    private static DefinitionsFile read(String file) {
        try {
            return DefinitionsFile.read(Files.readString(Path.of(file)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (IllegalArgumentException other) {
            throw new CommandFailure(ExitCode.USAGE, file + ": " + other.getMessage());
        }
    }

    private void write(Path file, DefinitionsFile listed) {
        try {
            Files.writeString(file, listed.text());
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
        terminal.err().println(file + ": " + listed.summary() + "; review them before you serve them");
    }
}
