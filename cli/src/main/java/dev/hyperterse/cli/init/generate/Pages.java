package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The order of a list, and how it continues: by the key, with the newest first where rows have a time and numbers count
 * up. Without a key that a cursor takes there is one page.
 */
record Pages(NamedTable table, String alias, List<Column> keys, boolean newestFirst) {
    private static final int ROWS = 50;
    private static final int ROWS_WITHOUT_KEY = 200;
    private static final int MOST_KEYS = 8;

    static Pages of(NamedTable table, String alias) {
        var keys = table.key();
        var usable = keys.size() <= MOST_KEYS && keys.stream().allMatch(column -> isOrdered(column, table.engine()));
        var newestFirst = keys.size() == 1
                && keys.getFirst().type() == ColumnType.INTEGER
                && table.table().columns().stream()
                        .anyMatch(column -> column.type().isTemporal() && !column.nullable() && !isOfUpdates(column));
        return new Pages(table, alias, usable ? keys : List.of(), newestFirst);
    }

    /** Columns that say when a row was written, and nothing of what it stands for. */
    static boolean isOfUpdates(Column column) {
        return column.name().toLowerCase(Locale.ROOT).matches(".*(update|modif|change).*");
    }

    private static boolean isOrdered(Column column, SqlEngine engine) {
        return switch (column.type()) {
            case INTEGER, UUID, DATE -> true;
            // MySQL orders an enumeration by number and compares its text; and a TIMESTAMP has a zone.
            case TEXT -> true;
            case TIMESTAMP -> engine != SqlEngine.MYSQL || column.declared().startsWith("datetime");
            case WORD -> engine == SqlEngine.POSTGRES;
            case NUMBER, BOOLEAN, BINARY, OTHER -> false;
        };
    }

    boolean areSeveral() {
        return !keys.isEmpty();
    }

    String result() {
        return areSeveral()
                ? "{maxRows: %d, overflow: Truncate, keys: %s}"
                        .formatted(
                                ROWS,
                                Yaml.list(keys.stream()
                                        .map(key -> "{name: %s, type: %s}"
                                                .formatted(Yaml.word(table.plain(key)), type(key)))
                                        .toList()))
                : "{maxRows: %d, overflow: Truncate}".formatted(ROWS_WITHOUT_KEY);
    }

    private String type(Column key) {
        return Input.of("", key, table.engine(), false, "").type();
    }

    /** @param cursor name of the argument */
    Optional<String> condition(String cursor) {
        if (!areSeveral()) {
            return Optional.empty();
        }
        var values = keys.stream()
                .map(key -> "{{ inputs.%s.%s }}".formatted(cursor, table.plain(key)))
                .toList();
        return Optional.of("(%s IS NULL OR %s %s %s)"
                .formatted(values.getFirst(), tuple(columns()), newestFirst ? "<" : ">", tuple(values)));
    }

    /** Empty where nothing gives an order. */
    String order() {
        return columns().isEmpty()
                ? ""
                : "\nORDER BY "
                        + columns().stream()
                                .map(column -> newestFirst ? column + " DESC" : column)
                                .collect(Collectors.joining(", "));
    }

    /** For people, with a blank in front. */
    String words() {
        return areSeveral()
                ? " Sorted by %s%s; %d a page."
                        .formatted(
                                IntStream.range(0, keys.size())
                                        .mapToObj(index -> table.plain(keys.get(index)))
                                        .collect(Collectors.joining(", ")),
                                newestFirst ? ", newest first" : "",
                                ROWS)
                : " In no order; at most %d rows.".formatted(ROWS_WITHOUT_KEY);
    }

    private List<String> columns() {
        return keys.stream().map(key -> table.column(alias, key.name())).toList();
    }

    private static String tuple(List<String> items) {
        return items.size() == 1 ? items.getFirst() : "(" + String.join(", ", items) + ")";
    }
}
