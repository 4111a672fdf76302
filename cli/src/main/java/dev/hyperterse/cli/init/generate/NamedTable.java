package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.naming.Words;
import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.init.schema.SqlNames;
import dev.hyperterse.cli.init.schema.Table;
import dev.hyperterse.cli.init.schema.TableLabel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table with the names that agents read: a column has one, in arguments and in results, whatever letters the database
 * gives it.
 *
 * @param one as in {@code get-order}
 * @param many as in {@code list-orders}
 * @param plain by the name of the column
 */
record NamedTable(Table table, SqlEngine engine, String one, String many, Map<String, String> plain) {
    private static final String IDENTIFIER = "[A-Za-z_][A-Za-z0-9_]{0,62}";

    static NamedTable of(Table table, SqlEngine engine, String one, String many) {
        var unique = new UniqueNames();
        var plain = new LinkedHashMap<String, String>();
        var columns = table.columns().stream().map(Column::name).toList();
        // A name that is plain already keeps it.
        Stream.concat(
                        columns.stream().filter(NamedTable::isPlain),
                        columns.stream().filter(name -> !isPlain(name)))
                .forEach(name -> plain.put(name, unique.first("_", isPlain(name) ? name : identifier(name))));
        return new NamedTable(table, engine, one, many, plain);
    }

    private static boolean isPlain(String name) {
        return name.matches(IDENTIFIER);
    }

    private static String identifier(String name) {
        var words = Words.of(name, "column").replace('-', '_');
        return Character.isDigit(words.charAt(0)) ? "column_" + words : words;
    }

    String plain(Column column) {
        return plain.get(column.name());
    }

    String from(String alias) {
        return sql().of(table.name()) + " " + alias;
    }

    String column(String alias, String name) {
        return alias + "." + sql().of(name);
    }

    /** With the plain name where that is another one. */
    String selected(String alias, Column column) {
        var plain = plain(column);
        var expression = column(alias, column.name());
        return plain.equals(column.name()) ? expression : expression + " AS " + sql().of(plain);
    }

    SqlNames sql() {
        return new SqlNames(engine);
    }

    List<Column> shown() {
        return table.columns().stream()
                .filter(column -> column.type() != ColumnType.BINARY)
                .toList();
    }

    List<Column> key() {
        return table.columns(table.key());
    }

    boolean isLookup() {
        return !table.names().isEmpty();
    }

    /** The text that tells which row it is; empty where no column does. */
    String label(String alias) {
        var columns = TableLabel.of(table).stream()
                .map(column -> column(alias, column.name()))
                .toList();
        return columns.size() < 2
                ? String.join("", columns)
                : engine == SqlEngine.MYSQL
                        ? columns.stream().collect(Collectors.joining(", ' ', ", "CONCAT(", ")"))
                        : String.join(" || ' ' || ", columns);
    }
}
