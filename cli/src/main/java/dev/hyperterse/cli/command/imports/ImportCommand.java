package dev.hyperterse.cli.command.imports;

import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse import}: definitions of another server as a file to approve, or a configuration as a directory. */
public record ImportCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "import",
                        "Write a directory for the configuration of another product, or the definitions of another MCP server or API.",
                        "hyperterse import tools.yaml shop",
                        "hyperterse import tools.yaml shop --database postgresql://reader:secret@localhost:5432/shop",
                        "hyperterse import queries/ shop --database postgresql://reader:secret@localhost:5432/shop",
                        "hyperterse import https://tickets.example.com/mcp -o tickets.json",
                        "hyperterse import https://tickets.example.com/mcp --check tickets.json",
                        "hyperterse import https://pets.example.com/openapi.json --openapi -o pets.json",
                        "hyperterse import https://api.example.com/openapi.json --openapi --path /orders -o orders.json")
                .addPositional(
                        Specs.argument(
                                0,
                                "SOURCE",
                                "tools.yaml of MCP Toolbox, dbhub.toml, a folder of .sql files, a project of the original Hyperterse, or the URL of a server"))
                .addPositional(Specs.optional(
                        1, "DIR", "directory that does not exist yet, or is empty (default: hyperterse)"))
                .addOption(Specs.option(
                        "database of .sql files, as init takes it (default: DATABASE_URL of the environment); of tools.yaml the one that names of tables and columns are read from, where a parameter may be any",
                        "ADDRESS",
                        "--database"))
                .addOption(Specs.flag("fail where something is left out or differs", "--strict"))
                .addOption(Specs.flag("the URL is that of an OpenAPI document", "--openapi"))
                .addOption(Specs.list(
                        "with --openapi: keep the operations at or below this path only, and what their tools are made of; may be repeated",
                        "PATH",
                        "--path"))
                .addOption(Specs.headers())
                .addOption(Specs.option("of a URL: file to write (default: standard output)", "FILE", "-o", "--output"))
                .addOption(Specs.option(
                        "of a URL: file to compare with: exit 1 and the differences, where it has others",
                        "FILE",
                        "--check"));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var source = arguments.matchedPositionalValue(0, "");
        if (isThere(source)) {
            refuse(arguments, "a URL", "--openapi", "--path", "--header", "--output", "--check");
            return new DirectoryImport(terminal, arguments).run(Path.of(source));
        }
        refuse(arguments, "a file or folder", "--database", "--strict");
        if (arguments.hasMatchedPositional(1)) {
            throw new CommandFailure(ExitCode.USAGE, "DIR is of a file or folder, and there is no " + source);
        }
        return new UrlImport(terminal, arguments).run(source);
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
}
