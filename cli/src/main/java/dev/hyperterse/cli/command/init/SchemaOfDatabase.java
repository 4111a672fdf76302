package dev.hyperterse.cli.command.init;

import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.init.read.SchemaReader;
import dev.hyperterse.cli.init.read.ServedDatabase;
import dev.hyperterse.cli.init.read.UnreadableDatabase;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.nio.file.Path;
import picocli.CommandLine.ParseResult;

/** The tables of a database, for a command that makes no tools of them. */
public record SchemaOfDatabase(Terminal terminal, NewDirectory directory, ParseResult arguments) {
    public DatabaseSchema read(String url) {
        var address = DatabaseInit.usable(url);
        if (!(address.engine() instanceof SqlEngine engine)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--database is PostgreSQL, MySQL or SQLite, whose tables have names; %s has none"
                            .formatted(address.engine().display()));
        }
        var file = Path.of(engine == SqlEngine.SQLITE ? address.url() : ".").toAbsolutePath();
        var adapter = new AdapterText(
                directory.server(),
                address,
                engine == SqlEngine.SQLITE ? file.getFileName().toString() : address.url());
        var session = new InitSession(terminal, directory, arguments);
        try (var database = ServedDatabase.serve(
                directory.server(),
                session.manifests(adapter, "allowSql: Allowed"),
                file.getParent(),
                BuildVersion.read().version())) {
            return new SchemaReader(engine, database, _ -> {}, session::note).read();
        } catch (UnreadableDatabase unreadable) {
            throw DatabaseInit.failure(address, unreadable);
        }
    }
}
