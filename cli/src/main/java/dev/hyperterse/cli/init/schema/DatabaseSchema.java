package dev.hyperterse.cli.init.schema;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The tables of a database, by name. References lead to tables of the same schema record only. */
public record DatabaseSchema(SqlEngine engine, List<Table> tables) {
    public DatabaseSchema {
        tables = tables.stream()
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    /** Only these tables, and the references between them to columns that may be read. */
    public DatabaseSchema only(Predicate<Table> chosen) {
        var kept = tables.stream().filter(chosen).collect(Collectors.toMap(Table::name, table -> table));
        return new DatabaseSchema(
                engine,
                kept.values().stream()
                        .map(table -> table.withForeignKeys(table.foreignKeys().stream()
                                .filter(reference -> Optional.ofNullable(kept.get(reference.table()))
                                        .filter(target -> target.columns(reference.targets())
                                                        .size()
                                                == reference.targets().size())
                                        .isPresent())
                                .toList()))
                        .toList());
    }
}
