package dev.hyperterse.cli.command.init;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.editor.EditorFiles;
import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.init.StarterFiles;
import dev.hyperterse.cli.init.address.DatabaseAddress;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.generate.GeneratedFiles;
import dev.hyperterse.cli.init.generate.LeftOut;
import dev.hyperterse.cli.init.read.UnreadableDatabase;
import dev.hyperterse.cli.init.schema.SchemalessEngine;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.manifest.DotEnv;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.runtime.live.ListedTokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/** {@code init} with a database: writes the tools that its engine gets, and says what it made. */
final class DatabaseInit {
    static final List<String> OPTIONS = List.of("--tables", "--schemas", "--sql");
    /** The most findings that are named one by one. */
    private static final int MOST_LINES = 12;

    private final Terminal terminal;
    private final NewDirectory directory;
    private final InitSession session;

    DatabaseInit(Terminal terminal, NewDirectory directory, ParseResult arguments) {
        this.terminal = terminal;
        this.directory = directory;
        this.session = new InitSession(terminal, directory, arguments);
    }

    ExitCode run(String url) {
        Logging.errorsForPeople();
        var address = usable(url);
        address.notes().forEach(session::note);
        directory.requireEmpty(isOf(address));
        var adapter = new AdapterText(directory.server(), address, reachable(address));
        session.step("connect to " + address);
        try {
            var generated =
                    switch (address.engine()) {
                        case SqlEngine engine -> new TablesInit(session, engine, address, adapter).make();
                        case SchemalessEngine engine -> {
                            requireNoOptionsOfTables(engine);
                            yield switch (engine) {
                                case MONGODB -> new CollectionsInit(session, address, adapter).make();
                                case REDIS -> new KeysInit(session, address, adapter).make();
                            };
                        }
                    };
            return write(generated.made(), adapter, generated.leftOut());
        } catch (UnreadableDatabase unreadable) {
            throw failure(address, unreadable);
        }
    }

    static Usable usable(String url) {
        return switch (DatabaseAddress.of(url)) {
            case DatabaseAddress.Refused refused -> throw new CommandFailure(ExitCode.USAGE, refused.sentence());
            case Usable usable -> usable;
        };
    }

    static CommandFailure failure(Usable address, UnreadableDatabase unreadable) {
        return new CommandFailure(
                ExitCode.UNAVAILABLE,
                "cannot read %s: %s".formatted(address, unreadable.getMessage())
                        + remedy(unreadable.getMessage(), address),
                unreadable);
    }

    /** By the words of replicas. */
    private static String remedy(String reason, Usable address) {
        if (reason.contains("authentication failed")) {
            var database = address.engine() == SchemalessEngine.MONGODB
                    ? ", or the database of the user, as ?authSource=admin"
                    : "";
            return "; correct user and password of the address, where @, : and / are %40, %3A and %2F" + database;
        }
        if (reason.contains("does not exist")) {
            return "; correct the name at the end of the address, or create it";
        }
        if (reason.contains("TLS")) {
            return address.engine() instanceof SqlEngine
                    ? "; where the database has no TLS, end the address with ?sslmode=disable"
                    : "; write the scheme or the parameter for TLS that the database asks for: rediss://, or ?tls=true for MongoDB";
        }
        return reason.contains("cannot be reached") ? "; start it, or correct host and port" : "";
    }

    private void requireNoOptionsOfTables(SchemalessEngine engine) {
        for (var option : List.of("--schemas", "--sql")) {
            if (session.has(option)) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "%s is for databases of tables, and not for %s".formatted(option, engine.display()));
            }
        }
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

    /** The adapter of SQLite finds files below the directory alone; that of MongoDB has the database in a field. */
    private String reachable(Usable address) {
        if (address.engine() == SchemalessEngine.MONGODB) {
            return address.url().replaceFirst("/[^/]*$", "");
        }
        if (address.engine() != SqlEngine.SQLITE) {
            return address.url();
        }
        var file = Path.of(address.url()).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "there is no SQLite file %s; the path is relative to where init is run".formatted(address.url()));
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

    private ExitCode write(GeneratedFiles.Made made, AdapterText adapter, List<LeftOut> leftOut) {
        var files = new LinkedHashMap<>(EditorFiles.with(made.texts()));
        files.put(
                StarterFiles.KUSTOMIZATION,
                StarterFiles.kustomization(made.texts().keySet()));
        files.putAll(StarterFiles.forEditors());
        files.putAll(adapter.passwords());
        directory.write(files);
        files.keySet().forEach(file -> terminal.out().println(directory.path().resolve(file)));
        leftOut.stream().limit(MOST_LINES).forEach(it -> session.note("left out: " + it));
        if (leftOut.size() > MOST_LINES) {
            session.note("left out: %d more".formatted(leftOut.size() - MOST_LINES));
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
}
