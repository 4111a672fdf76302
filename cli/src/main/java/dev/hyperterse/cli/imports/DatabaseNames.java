package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.Table;
import dev.hyperterse.cli.init.schema.TableName;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names that a database has, for parameters that may be any name: an enum of them excludes only what the database
 * refuses.
 *
 * @param engine as adapters name it
 */
public record DatabaseNames(String engine, List<String> tables, List<String> columns) {
    private static final Pattern TABLE = Pattern.compile("(?i)\\b(?:from|join|into|update|table)\\s+$");
    private static final Pattern COLUMN = Pattern.compile("(?i)\\b(?:select|distinct|by)\\s+$");
    /** The schema that PostgreSQL searches by itself. */
    private static final String PUBLIC = "public";

    public static DatabaseNames of(DatabaseSchema schema) {
        return new DatabaseNames(
                schema.engine().adapter(),
                schema.tables().stream()
                        .map(Table::name)
                        // A dot is between the parts of a name.
                        .filter(table -> !table.name().contains("."))
                        .map(DatabaseNames::name)
                        .toList(),
                schema.tables().stream()
                        .flatMap(table -> table.columns().stream())
                        .map(Column::name)
                        .filter(column -> !column.contains("."))
                        .distinct()
                        .sorted()
                        .toList());
    }

    /** The names that can stand behind the beginning of a statement; empty where more than a name can. */
    public Optional<List<String>> behind(String statement) {
        if (TABLE.matcher(statement).find()) {
            return Optional.of(tables);
        }
        return Optional.of(columns).filter(_ -> COLUMN.matcher(statement).find());
    }

    private static String name(TableName table) {
        return table.schema().equals(PUBLIC) ? table.name() : table.toString();
    }
}
