package dev.hyperterse.cli.command;

import dev.hyperterse.cli.init.StarterDatabase;
import dev.hyperterse.cli.init.StarterFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse init}: a directory to begin with. Writes nothing where there is something. */
final class InitCommand implements Subcommand {
    private static final int LONGEST_NAME = 40;

    private final Terminal terminal;

    InitCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "init",
                        "Write a directory to begin with: a server, a tool by a statement, a tool by a script.",
                        "hyperterse init shop",
                        "hyperterse init shop --database postgresql://reader@localhost:5432/shop")
                .addPositional(Specs.argument(0, "DIR", "directory that does not exist yet, or is empty")
                        .build())
                .addOption(Specs.option(
                                "database that the tools read: postgresql:// or mysql:// (default: SQLite in memory); "
                                        + "a password goes to .env alone",
                                "--database")
                        .paramLabel("URL")
                        .build());
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var directory = directory(arguments.matchedPositionalValue(0, ""));
        var database = Optional.ofNullable(arguments.<String>matchedOptionValue("--database", null))
                .map(InitCommand::existing)
                .orElseGet(StarterDatabase.Sqlite::new);
        var files = new StarterFiles(name(directory), database).texts();
        write(directory, files);
        files.keySet().forEach(file -> terminal.out().println(directory.resolve(file)));
        var program = terminal.program();
        var written = Terminal.inShell(directory.toString());
        terminal.err().println("next: " + program + " dev " + written);
        terminal.err().println("      " + program + " call " + written + " list-tables");
        return ExitCode.OK;
    }

    private static Path directory(String text) {
        if (text.isBlank()) {
            throw new CommandFailure(ExitCode.USAGE, "DIR is empty; write . for the current directory");
        }
        return Path.of(text);
    }

    /** The URL may have a password, so no message quotes it. */
    private static StarterDatabase existing(String url) {
        return StarterDatabase.parse(url)
                .orElseThrow(
                        () -> new CommandFailure(
                                ExitCode.USAGE,
                                "--database must be postgresql://[USER[:PASSWORD]@]HOST[:PORT]/NAME or mysql://... in the same form,"
                                        + " with / ? # @ and % in a password percent-encoded;"
                                        + " sslmode is the only parameter that it may have, others are fields of the adapter in server.yaml"));
    }

    /** As objects in Kubernetes are named. */
    private static String name(Path directory) {
        var folder = Optional.ofNullable(directory.toAbsolutePath().normalize().getFileName())
                .map(Path::toString)
                .orElse("");
        var name = folder.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^[-0-9]+", "");
        name = name.substring(0, Math.min(name.length(), LONGEST_NAME)).replaceAll("-+$", "");
        return name.isEmpty() ? "hyperterse" : name;
    }

    private static void write(Path directory, Map<String, String> files) {
        try {
            if (Files.exists(directory)) {
                requireEmpty(directory);
            }
            for (var file : files.entrySet()) {
                var path = directory.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                if (file.getKey().equals(StarterFiles.PASSWORDS)) {
                    readableByItsOwner(path);
                    Files.writeString(path, file.getValue());
                } else {
                    Files.writeString(path, file.getValue(), StandardOpenOption.CREATE_NEW);
                }
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static void requireEmpty(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, directory + " is a file; nothing was written");
        }
        try (var entries = Files.list(directory)) {
            if (entries.findAny().isPresent()) {
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE, directory + " is not empty; nothing was written, give a new directory");
            }
        }
    }

    private static void readableByItsOwner(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }
}
