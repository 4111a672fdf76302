package dev.hyperterse.statement.lineage;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of a database, with the labels of their columns. A view is a table without columns, because its columns are
 * not those of its tables.
 *
 * @param current the schema of names without one; empty where it depends on the session
 */
public record DatabaseSchema(Dialect dialect, Optional<String> current, List<Table> tables) {
    public DatabaseSchema {
        tables = List.copyOf(tables);
    }

    public record Table(String schema, String name, List<Column> columns) {
        public Table {
            columns = List.copyOf(columns);
        }
    }

    /** A column of a table. */
    public record Column(String name, Set<String> labels) {
        public Column {
            labels = Set.copyOf(labels);
        }
    }

    /** The table of that name. Names without a schema are ambiguous if several schemas have one. */
    Table table(Optional<Part> schema, Part name) {
        var names = new Names(dialect);
        var found = tables.stream()
                .filter(table -> schema.map(it -> names.isTable(it, table.schema()))
                        .orElseGet(() -> current.map(table.schema()::equals).orElse(true)))
                .filter(table -> names.isTable(name, table.name()))
                .toList();
        if (found.isEmpty()
                || schema.isEmpty() && names.isPostgres() && name.name().startsWith("pg_")) {
            throw new UnresolvedConstruct("'%s', which is no table, or a view".formatted(name.name()));
        }
        if (found.size() > 1) {
            throw new UnresolvedConstruct(
                    "the table '%s', which is in several schemas; write the one that is meant".formatted(name.name()));
        }
        if (found.getFirst().columns().isEmpty()) {
            throw new UnresolvedConstruct("the view '%s'".formatted(name.name()));
        }
        return found.getFirst();
    }
}
