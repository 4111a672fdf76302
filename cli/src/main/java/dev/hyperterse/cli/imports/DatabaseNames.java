package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.Table;
import dev.hyperterse.cli.init.schema.TableName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names that a database has, for parameters that may be any name. An enum of them also excludes {@code *},
 * {@code a AS b} and {@code price DESC}, which are more than a name.
 *
 * @param engine as adapters name it
 * @param tables with their columns
 */
public record DatabaseNames(String engine, Map<String, List<String>> tables) {
    private static final Pattern TABLE =
            Pattern.compile("(?i)(?<!\\bdistinct\\s{1,9})\\b(?:from|join|into|update|table)\\s+$");
    /** Functions with words between their arguments, {@code FROM} among them. */
    private static final Pattern ARGUMENT = Pattern.compile("(?i)\\b(?:extract|substring|trim|overlay)\\s*\\([^()]*$");
    /** A table in a query; more where others follow behind a comma. */
    private static final Pattern NAMED =
            Pattern.compile("(?i)\\b(?:from|join)\\s+(?<name>[\\w.]*+)(?<more>(?:\\s+(?:as\\s+)?\\w+)?\\s*,)?");

    private static final Pattern COLUMN = Pattern.compile("(?i)\\b(?:select|distinct|by)\\s+$");
    /** The schema that PostgreSQL searches by itself. */
    private static final String PUBLIC = "public";

    public static DatabaseNames of(DatabaseSchema schema) {
        return new DatabaseNames(
                schema.engine().adapter(),
                schema.tables().stream()
                        // A dot is between the parts of a name.
                        .filter(table -> !table.name().name().contains("."))
                        .collect(Collectors.toMap(
                                table -> name(table.name()), DatabaseNames::columns, (one, _) -> one, TreeMap::new)));
    }

    /** The names that can stand behind the beginning of a statement; empty where more than a name can. */
    public Optional<List<String>> behind(String before, String statement) {
        if (ARGUMENT.matcher(before).find()) {
            return Optional.empty();
        }
        if (TABLE.matcher(before).find()) {
            return Optional.of(tables.keySet().stream().sorted().toList());
        }
        return COLUMN.matcher(before).find() ? Optional.of(columns(statement)) : Optional.empty();
    }

    /** Those of the tables that a statement names; of all tables where one is a parameter or unknown. */
    private List<String> columns(String statement) {
        var named = NAMED.matcher(statement)
                .results()
                .map(found -> found.group("more") == null ? found.group("name") : "")
                .collect(Collectors.toSet());
        var known = !named.isEmpty() && tables.keySet().containsAll(named);
        return tables.entrySet().stream()
                .filter(table -> !known || named.contains(table.getKey()))
                .flatMap(table -> table.getValue().stream())
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> columns(Table table) {
        return table.columns().stream()
                .map(Column::name)
                .filter(column -> !column.contains("."))
                .toList();
    }

    private static String name(TableName table) {
        return table.schema().equals(PUBLIC) ? table.name() : table.toString();
    }
}
