package dev.hyperterse.cli.init.read;

import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.ForeignKey;
import dev.hyperterse.cli.init.schema.SqlNames;
import dev.hyperterse.cli.init.schema.Table;
import dev.hyperterse.cli.init.schema.TableLabel;
import dev.hyperterse.cli.init.schema.TableName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the texts of lookup tables: a key, one text, hardly anything else, a few rows, and other tables that refer to it.
 * No other data of a database is read.
 */
public record LookupReader(Database database) {
    private static final int MOST_ROWS = 30;
    private static final int LONGEST = 60;

    public DatabaseSchema read(DatabaseSchema schema) {
        Set<TableName> referred = schema.tables().stream()
                .flatMap(table -> table.foreignKeys().stream())
                .map(ForeignKey::table)
                .collect(Collectors.toSet());
        return new DatabaseSchema(
                schema.engine(),
                schema.tables().stream()
                        .map(table -> referred.contains(table.name()) && canBeLookup(table)
                                ? table.withNames(names(table, new SqlNames(schema.engine())))
                                : table)
                        .toList());
    }

    /** With another text, such as an address, the rows are things or people, and not the words for something. */
    private static boolean canBeLookup(Table table) {
        var label = TableLabel.of(table);
        var others = table.columns().stream()
                .filter(column -> !table.isKey(column) && !label.contains(column))
                .filter(column -> !column.type().isTemporal())
                .toList();
        return table.key().size() == 1
                && table.foreignKeys().isEmpty()
                && label.size() == 1
                && table.rows() <= MOST_ROWS
                && others.size() <= 1
                && others.stream().noneMatch(column -> column.type() == ColumnType.TEXT);
    }

    /** Empty where there are too many, or they would not do as the values of an argument. */
    private List<String> names(Table table, SqlNames sql) {
        var column = TableLabel.of(table).getFirst();
        var rows = database.rows("SELECT %s AS name FROM %s LIMIT %d"
                .formatted(sql.of(column.name()), sql.of(table.name()), MOST_ROWS + 1));
        // PostgreSQL fills such a text with blanks, and compares it without them.
        var filled = column.declared().startsWith("character(");
        var names = rows.stream()
                .map(row -> row.path("name").asString(""))
                .map(name -> filled ? name.stripTrailing() : name)
                .filter(name -> !name.isBlank() && name.length() <= LONGEST && name.equals(name.strip()))
                .filter(name -> name.codePoints().noneMatch(Character::isISOControl))
                .sorted()
                .toList();
        var usable =
                names.size() == rows.size() && rows.size() <= MOST_ROWS && new HashSet<>(names).size() == rows.size();
        return usable ? names : List.of();
    }
}
