package dev.hyperterse.cli.command.init;

import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.init.TableChoice;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.generate.GeneratedFiles;
import dev.hyperterse.cli.init.generate.Servable;
import dev.hyperterse.cli.init.read.LookupReader;
import dev.hyperterse.cli.init.read.SchemaReader;
import dev.hyperterse.cli.init.read.ServedDatabase;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tools for the tables of a database. */
record TablesInit(InitSession session, SqlEngine engine, Usable address, AdapterText adapter) {
    GeneratedTools make() {
        DatabaseSchema schema;
        try (var database = open()) {
            var read = new SchemaReader(engine, database, step -> session.step("read " + step), session::note).read();
            schema = new LookupReader(database).read(chosen(read));
        }
        var servable = Servable.of(schema);
        if (servable.schema().tables().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "%s has no table that this user can read; grant SELECT, or give another user; nothing was written"
                            .formatted(address));
        }
        return new GeneratedTools(
                new GeneratedFiles(
                                session.directory().server(),
                                address.database(),
                                adapter.yaml(),
                                session.has("--sql"),
                                servable.schema())
                        .make(),
                servable.leftOut());
    }

    private ServedDatabase open() {
        var directory = session.directory();
        var data = Files.isDirectory(directory.path()) ? directory.path() : Path.of(".");
        return ServedDatabase.serve(
                directory.server(),
                session.manifests(adapter, "allowSql: Allowed"),
                data,
                BuildVersion.read().version());
    }

    private DatabaseSchema chosen(DatabaseSchema read) {
        var given = session.names("--schemas");
        if (!given.isEmpty() && engine != SqlEngine.POSTGRES) {
            throw new CommandFailure(ExitCode.USAGE, "--schemas is for PostgreSQL; the address names the database");
        }
        var ofSchemas = TableChoice.ofSchemas(read, given.isEmpty() ? address.schemas() : given);
        session.require(
                "schema",
                ofSchemas.unmatched(),
                read.tables().stream().map(table -> table.name().schema()).distinct());
        var inSchemas = ofSchemas.schema();
        var patterns = session.patterns(
                "table",
                inSchemas.tables().stream()
                        .map(table -> table.name().toString())
                        .toList(),
                names -> TableChoice.ofPatterns(inSchemas, names).unmatched());
        if (patterns.isPresent()) {
            return patterns.get().isEmpty()
                    ? inSchemas
                    : TableChoice.ofPatterns(inSchemas, patterns.get()).schema();
        }
        var bounded = TableChoice.bounded(inSchemas);
        if (bounded.left() > 0) {
            session.noteLeft("table", bounded.left(), inSchemas.tables().size());
        }
        return bounded.schema();
    }
}
