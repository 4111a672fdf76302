package dev.hyperterse.cli.command.imports;

import dev.hyperterse.cli.command.init.InitCommand;
import dev.hyperterse.cli.command.init.NewDirectory;
import dev.hyperterse.cli.command.init.SchemaOfDatabase;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.cli.document.UnreadableManifest;
import dev.hyperterse.cli.editor.EditorFiles;
import dev.hyperterse.cli.imports.DatabaseNames;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.dbhub.DbhubFile;
import dev.hyperterse.cli.imports.sql.SqlFolder;
import dev.hyperterse.cli.imports.terse.TerseProject;
import dev.hyperterse.cli.imports.toolbox.ToolboxFile;
import dev.hyperterse.cli.imports.write.CheckedImport;
import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.init.StarterFiles;
import dev.hyperterse.cli.manifest.DotEnv;
import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/** {@code import} of a file or folder: writes the directory, and says what it left out. */
record DirectoryImport(Terminal terminal, ParseResult arguments) {
    private static final String DIRECTORY = "hyperterse";

    ExitCode run(Path source) {
        Logging.errorsForPeople();
        var directory = NewDirectory.of(arguments.matchedPositionalValue(1, DIRECTORY));
        directory.requireEmpty(file -> file.toString().matches(".*\\.(db|db3|sqlite|sqlite3)"));
        ImportedServer server;
        try {
            server = read(source, directory);
        } catch (UnreadableManifest unreadable) {
            throw new CommandFailure(ExitCode.PROBLEMS, unreadable.getMessage());
        } catch (NotImported | InvalidPathException refused) {
            throw new CommandFailure(ExitCode.USAGE, source + ": " + refused.getMessage());
        }
        var result = CheckedImport.of(directory.server(), server);
        terminal.err().print(CallTarget.diagnostics(terminal).render(result.findings()));
        if (result.tools() == 0) {
            terminal.err().println("no tool could be made of " + source + "; nothing was written");
            return ExitCode.PROBLEMS;
        }
        write(directory, result);
        var left = result.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .count();
        terminal.err().println("wrote %s, left out %d".formatted(Counted.of(result.tools(), "tool"), left));
        if (result.files().containsKey(DotEnv.FILE_NAME)) {
            terminal.err()
                    .println("fill in %s; in a cluster: kubectl create secret generic %s --from-env-file=%1$s"
                            .formatted(
                                    Terminal.inShell(directory
                                            .path()
                                            .resolve(DotEnv.FILE_NAME)
                                            .toString()),
                                    AdapterText.secretOf(directory.server())));
        }
        InitCommand.next(terminal, directory, result.example());
        return arguments.hasMatchedOption("--strict") && !result.findings().isEmpty() ? ExitCode.PROBLEMS : ExitCode.OK;
    }

    private void write(NewDirectory directory, CheckedImport.Result result) {
        var files = new LinkedHashMap<>(EditorFiles.with(result.files()));
        if (result.files().keySet().stream().anyMatch(file -> file.startsWith("scripts/"))) {
            files.putAll(StarterFiles.forEditors());
        }
        directory.write(files);
        files.keySet().forEach(file -> terminal.out().println(directory.path().resolve(file)));
    }

    /** By what it is called and holds. */
    private ImportedServer read(Path source, NewDirectory directory) {
        var name = Optional.ofNullable(source.getFileName()).map(Path::toString).orElse("");
        if (TerseProject.isOne(source)) {
            return TerseProject.read(source);
        }
        if (Files.isDirectory(source) || name.endsWith(".sql")) {
            return SqlFolder.read(
                    source,
                    Specs.given(arguments, "--database")
                            .or(() -> Optional.ofNullable(terminal.environment().get("DATABASE_URL"))));
        }
        if (name.endsWith(".toml")) {
            return DbhubFile.read(SourceText.read(source));
        }
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            var names = Specs.given(arguments, "--database")
                    .map(new SchemaOfDatabase(terminal, directory, arguments)::read)
                    .map(DatabaseNames::of);
            return ToolboxFile.read(SourceText.read(source), names);
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                source + " is none of tools.yaml, dbhub.toml, a folder of .sql files and a folder with .hyperterse");
    }
}
