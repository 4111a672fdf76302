package dev.hyperterse.cli.console;

import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.cli.init.generate.LeftOut;
import dev.hyperterse.cli.init.generate.Servable;
import dev.hyperterse.cli.init.generate.TableManifests;
import dev.hyperterse.cli.init.generate.TableManifests.Made;
import dev.hyperterse.cli.init.read.AdapterDatabase;
import dev.hyperterse.cli.init.read.SchemaReader;
import dev.hyperterse.cli.init.read.UnreadableDatabase;
import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.init.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of a server's databases as the page shows them, each with the tools that could be made of it. Names, types
 * and comments are read, and no row.
 *
 * @param failure why the tables of this adapter are not shown; else empty
 * @param notes what is left out
 */
record Tables(String adapter, String engine, String failure, List<ShownTable> tables, List<String> notes) {
    /** @param rows about how many; negative where the engine does not know */
    record ShownTable(
            String name,
            boolean view,
            String comment,
            long rows,
            List<ShownColumn> columns,
            List<Reference> references,
            List<Made> tools) {}

    /** @param choices the only values; empty where there are others */
    record ShownColumn(String name, String type, boolean nullable, boolean key, String comment, List<String> choices) {}

    /** @param targets columns of the other table */
    record Reference(List<String> columns, String table, List<String> targets) {}

    /** Those of each adapter that speaks SQL. */
    static List<Tables> of(Catalog catalog, Map<String, LiveAdapter<?>> live) {
        return catalog.server().adapters().stream()
                .flatMap(adapter -> SqlEngine.of(adapter.engine())
                        .flatMap(engine -> Optional.ofNullable(live.get(adapter.name()))
                                .map(connected -> read(catalog, adapter, engine, connected)))
                        .stream())
                .toList();
    }

    private static Tables read(Catalog catalog, Adapter adapter, SqlEngine engine, LiveAdapter<?> connected) {
        var notes = new ArrayList<String>();
        var database = new AdapterDatabase<>(connected, adapter.name(), engine);
        try {
            var schema = new SchemaReader(engine, database, _ -> {}, notes::add).read();
            var servable = Servable.of(schema);
            servable.leftOut().stream().map(LeftOut::toString).forEach(notes::add);
            var manifests = new TableManifests(
                    catalog.server().identity().name(), adapter.name(), servable.schema(), toolNames(catalog));
            var tables = schema.tables().stream()
                    .map(table -> shown(table, manifests.of(table.name())))
                    .toList();
            return new Tables(adapter.name(), engine.display(), "", tables, notes);
        } catch (UnreadableDatabase unreadable) {
            return new Tables(adapter.name(), engine.display(), unreadable.getMessage(), List.of(), List.of());
        }
    }

    private static List<String> toolNames(Catalog catalog) {
        return catalog.leaves().stream()
                .filter(ToolLeaf.class::isInstance)
                .map(leaf -> leaf.identity().name())
                .toList();
    }

    private static ShownTable shown(Table table, List<Made> tools) {
        return new ShownTable(
                table.name().toString(),
                table.view(),
                table.comment(),
                table.rows(),
                table.columns().stream().map(column -> shown(table, column)).toList(),
                table.foreignKeys().stream()
                        .map(key -> new Reference(key.columns(), key.table().toString(), key.targets()))
                        .toList(),
                tools);
    }

    private static ShownColumn shown(Table table, Column column) {
        return new ShownColumn(
                column.name(),
                column.declared(),
                column.nullable(),
                table.isKey(column),
                column.comment(),
                column.choices());
    }
}
