package dev.hyperterse.cli.init.schema;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table or view, with what may be read of it.
 *
 * @param comment empty where there is none
 * @param rows about how many; negative where the engine does not know
 * @param key columns that identify a row and are never NULL; empty where there are none
 * @param indexed the columns of each index, in its order
 * @param names the texts of a small table that others refer to; empty of any other
 */
public record Table(
        TableName name,
        boolean view,
        String comment,
        long rows,
        List<Column> columns,
        List<String> key,
        List<ForeignKey> foreignKeys,
        List<List<String>> indexed,
        List<String> names) {
    /** More rows than a statement should look at one by one. */
    private static final long MANY_ROWS = 100_000;

    public Optional<Column> column(String wanted) {
        return columns.stream().filter(column -> column.name().equals(wanted)).findFirst();
    }

    /** In the order of {@code wanted}; those that may not be read are absent. */
    public List<Column> columns(List<String> wanted) {
        return wanted.stream().flatMap(name -> column(name).stream()).toList();
    }

    /** Whether an index begins with the column. */
    public boolean isIndexed(Column column) {
        return Stream.concat(Stream.of(key), indexed.stream())
                .anyMatch(index -> !index.isEmpty() && index.getFirst().equals(column.name()));
    }

    /** Whether a condition without an index is answered quickly. */
    public boolean isSmall() {
        return rows <= MANY_ROWS;
    }

    public boolean isKey(Column column) {
        return key.contains(column.name());
    }

    public Table withForeignKeys(List<ForeignKey> others) {
        return new Table(name, view, comment, rows, columns, key, others, indexed, names);
    }

    public Table withNames(List<String> others) {
        return new Table(name, view, comment, rows, columns, key, foreignKeys, indexed, others);
    }
}
