package dev.hyperterse.cli.command.init;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.editor.EditorFiles;
import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.init.StarterFiles;
import dev.hyperterse.cli.init.TableChoice;
import dev.hyperterse.cli.init.address.DatabaseAddress;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.generate.GeneratedFiles;
import dev.hyperterse.cli.init.generate.LeftOut;
import dev.hyperterse.cli.init.generate.Servable;
import dev.hyperterse.cli.init.read.LookupReader;
import dev.hyperterse.cli.init.read.SchemaReader;
import dev.hyperterse.cli.init.read.ServedDatabase;
import dev.hyperterse.cli.init.read.UnreadableDatabase;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.manifest.DotEnv;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.runtime.live.ListedTokens;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/** {@code init} with a database: reads its schema, asks what to expose, writes tools, and says what it made. */
final class DatabaseInit {
    static final List<String> OPTIONS = List.of("--tables", "--schemas", "--sql");
    /** The most findings that are named one by one. */
    private static final int MOST_LINES = 12;

    private final Terminal terminal;
    private final NewDirectory directory;
    private final ParseResult arguments;
    private final BufferedReader typed;

    DatabaseInit(Terminal terminal, NewDirectory directory, ParseResult arguments) {
        this.terminal = terminal;
        this.directory = directory;
        this.arguments = arguments;
        this.typed = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
    }

    ExitCode run(String url) {
        Logging.errorsForPeople();
        var address =
                switch (DatabaseAddress.of(url)) {
                    case DatabaseAddress.Refused refused ->
                        throw new CommandFailure(ExitCode.USAGE, refused.sentence());
                    case Usable usable -> usable;
                };
        address.notes().forEach(this::note);
        directory.requireEmpty(isOf(address));
        var adapter = new AdapterText(directory.server(), address, reachable(address));
        var sql = arguments.hasMatchedOption("--sql");
        DatabaseSchema schema;
        try (var database = open(adapter)) {
            var read = new SchemaReader(
                            address.engine(), database, step -> terminal.err().println("read " + step), this::note)
                    .read();
            schema = new LookupReader(database).read(chosen(read, address));
        } catch (UnreadableDatabase unreadable) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, "cannot read %s: %s".formatted(address, unreadable.getMessage()), unreadable);
        }
        var servable = Servable.of(schema);
        if (servable.schema().tables().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "%s has no table that this user can read; grant SELECT, or give another user; nothing was written"
                            .formatted(address));
        }
        return write(
                new GeneratedFiles(directory.server(), address.database(), adapter.yaml(), sql, servable.schema())
                        .make(),
                adapter,
                servable.leftOut());
    }

    /** A new directory for SQLite has its file already. */
    private Predicate<Path> isOf(Usable address) {
        return file -> address.engine() == SqlEngine.SQLITE
                && Stream.of("", "-wal", "-shm", "-journal")
                        .anyMatch(ending -> same(file, Path.of(address.url() + ending)));
    }

    private static boolean same(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    /** The adapter of SQLite finds files below the directory alone. */
    private String reachable(Usable address) {
        if (address.engine() != SqlEngine.SQLITE) {
            return address.url();
        }
        var file = Path.of(address.url()).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, "there is no SQLite file " + address.url());
        }
        var folder = directory.path().toAbsolutePath().normalize();
        if (!file.startsWith(folder)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "a server reads SQLite files of its own directory only; copy it: mkdir -p %1$s && cp %2$s %1$s/, then init %1$s --database %3$s"
                            .formatted(
                                    Terminal.inShell(directory.path().toString()),
                                    Terminal.inShell(address.url()),
                                    Terminal.inShell(directory
                                            .path()
                                            .resolve(file.getFileName())
                                            .toString())));
        }
        return folder.relativize(file).toString();
    }

    private ServedDatabase open(AdapterText adapter) {
        terminal.err().println("connect to " + adapter.address());
        var files = new LinkedHashMap<>(adapter.passwords());
        files.put(GeneratedFiles.SERVER, """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: %s}
                spec:
                  auth: {mode: Anonymous}
                  exposure: Direct
                  limits: {callTimeout: 5m, maxResultSize: 32Mi}
                  adapters:
                    - name: database
                      allowSql: Allowed
                      statementTimeout: 5m
                      maxRows: 1000000
                %s""".formatted(
                        directory.server(), adapter.yaml().indent(6)));
        var data = Files.isDirectory(directory.path()) ? directory.path() : Path.of(".");
        return ServedDatabase.serve(
                directory.server(), files, data, BuildVersion.read().version());
    }

    private DatabaseSchema chosen(DatabaseSchema read, Usable address) {
        var given = names("--schemas");
        if (!given.isEmpty() && address.engine() != SqlEngine.POSTGRES) {
            throw new CommandFailure(ExitCode.USAGE, "--schemas is for PostgreSQL; the address names the database");
        }
        var schemas = given.isEmpty() ? address.schemas() : given;
        var inSchemas = required(
                TableChoice.ofSchemas(read, schemas),
                "schema",
                read.tables().stream().map(table -> table.name().schema()).distinct());
        var patterns = names("--tables");
        if (!patterns.isEmpty()) {
            return required(
                    TableChoice.ofPatterns(inSchemas, patterns),
                    "table",
                    inSchemas.tables().stream().map(table -> table.name().toString()));
        }
        if (terminal.interactive()
                && !arguments.hasMatchedOption("--yes")
                && !inSchemas.tables().isEmpty()) {
            return asked(inSchemas);
        }
        var bounded = TableChoice.bounded(inSchemas);
        if (bounded.left() > 0) {
            note("%d of %d tables get no tools; choose them with --tables, --tables '*' takes all"
                    .formatted(bounded.left(), inSchemas.tables().size()));
        }
        return bounded.schema();
    }

    private DatabaseSchema required(TableChoice choice, String kind, Stream<String> present) {
        if (!choice.unmatched().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "no %s that this user can read is named %s; there are: %s"
                            .formatted(
                                    kind,
                                    String.join(", ", choice.unmatched()),
                                    present.limit(30).collect(Collectors.joining(", "))));
        }
        return choice.schema();
    }

    private DatabaseSchema asked(DatabaseSchema schema) {
        terminal.err()
                .println(schema.tables().stream()
                        .map(table -> table.name().toString())
                        .collect(Collectors.joining(", ", "tables: ", "")));
        while (true) {
            terminal.err().print("Which get tools? Names or patterns with commas, empty for all: ");
            terminal.err().flush();
            var patterns = list(line().orElse(""));
            if (patterns.isEmpty()) {
                return schema;
            }
            var choice = TableChoice.ofPatterns(schema, patterns);
            if (choice.unmatched().isEmpty()) {
                return choice.schema();
            }
            terminal.err().println("no table is named " + String.join(", ", choice.unmatched()));
        }
    }

    private Optional<String> line() {
        try {
            return Optional.ofNullable(typed.readLine());
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    private List<String> names(String option) {
        return list(arguments.matchedOptionValue(option, ""));
    }

    private static List<String> list(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .toList();
    }

    private ExitCode write(GeneratedFiles.Made made, AdapterText adapter, List<LeftOut> leftOut) {
        var files = new LinkedHashMap<>(EditorFiles.with(made.texts()));
        files.putAll(StarterFiles.forEditors());
        files.putAll(adapter.passwords());
        directory.write(files);
        files.keySet().forEach(file -> terminal.out().println(directory.path().resolve(file)));
        leftOut.stream().limit(MOST_LINES).forEach(it -> note("left out: " + it));
        if (leftOut.size() > MOST_LINES) {
            note("left out: %d more".formatted(leftOut.size() - MOST_LINES));
        }
        terminal.err()
                .println("wrote %d tools; %s, about %d tokens"
                        .formatted(
                                made.tools(),
                                made.listed()
                                        ? "clients list all of them"
                                        : "clients list search and execute, which find and call them",
                                listingTokens(made.listed())));
        if (adapter.address().password().isPresent()) {
            terminal.err()
                    .println("in a cluster: kubectl create secret generic %s --from-env-file=%s"
                            .formatted(
                                    adapter.secret(),
                                    Terminal.inShell(directory
                                            .path()
                                            .resolve(DotEnv.FILE_NAME)
                                            .toString())));
        }
        InitCommand.next(terminal, directory, made.example());
        return ExitCode.OK;
    }

    private int listingTokens(boolean toolsThemselves) {
        var catalog = CallTarget.catalog(terminal, directory.path(), new ServerChoice(Optional.empty()));
        var tools = catalog.leaves().stream()
                .filter(ToolLeaf.class::isInstance)
                .map(ToolLeaf.class::cast)
                .toList();
        var tokens = ListedTokens.of(catalog.server(), tools);
        return toolsThemselves ? tokens.all() : tokens.entryTools();
    }

    private void note(String sentence) {
        terminal.err().println("note: " + sentence);
    }
}
