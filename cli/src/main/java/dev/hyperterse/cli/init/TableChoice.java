package dev.hyperterse.cli.init;

import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.ForeignKey;
import dev.hyperterse.cli.init.schema.Table;
import dev.hyperterse.cli.init.schema.TableName;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which tables of a schema get tools.
 *
 * @param schema what is left
 * @param unmatched patterns that no table fits
 * @param left how many tables a bound leaves out
 */
public record TableChoice(DatabaseSchema schema, List<String> unmatched, int left) {
    /** Some hundred tools: more are a choice of its own. */
    public static final int MOST_UNASKED = 40;

    /** Those of a schema, by its name. */
    public static TableChoice ofSchemas(DatabaseSchema schema, List<String> schemas) {
        var present =
                schema.tables().stream().map(table -> table.name().schema()).collect(Collectors.toSet());
        return new TableChoice(
                schemas.isEmpty()
                        ? schema
                        : schema.only(table -> schemas.contains(table.name().schema())),
                schemas.stream().filter(name -> !present.contains(name)).toList(),
                0);
    }

    /** @param patterns names, also with the schema in front; an asterisk is any text */
    public static TableChoice ofPatterns(DatabaseSchema schema, List<String> patterns) {
        return new TableChoice(
                schema.only(table -> patterns.stream().anyMatch(pattern -> fits(pattern, table))),
                patterns.stream()
                        .filter(pattern -> schema.tables().stream().noneMatch(table -> fits(pattern, table)))
                        .toList(),
                0);
    }

    /** All, or of very many those that most references lead to or from. */
    public static TableChoice bounded(DatabaseSchema schema) {
        if (schema.tables().size() <= MOST_UNASKED) {
            return new TableChoice(schema, List.of(), 0);
        }
        var references = schema.tables().stream()
                .flatMap(table -> table.foreignKeys().stream())
                .collect(Collectors.groupingBy(ForeignKey::table, Collectors.counting()));
        Set<TableName> kept = schema.tables().stream()
                .sorted(Comparator.comparing((Table table) ->
                                -table.foreignKeys().size() - references.getOrDefault(table.name(), 0L))
                        .thenComparing(Table::name))
                .limit(MOST_UNASKED)
                .map(Table::name)
                .collect(Collectors.toCollection(HashSet::new));
        return new TableChoice(
                schema.only(table -> kept.contains(table.name())),
                List.of(),
                schema.tables().size() - MOST_UNASKED);
    }

    private static boolean fits(String pattern, Table table) {
        var name = table.name();
        return matches(pattern, name.name()) || matches(pattern, name.toString());
    }

    /** Whether a name fits a pattern, in any case. */
    public static boolean matches(String pattern, String name) {
        var expression = Pattern.compile("[^*]+|\\*")
                .matcher(pattern.toLowerCase(Locale.ROOT))
                .results()
                .map(part -> part.group().equals("*") ? ".*" : Pattern.quote(part.group()))
                .collect(Collectors.joining());
        return Pattern.compile(expression, Pattern.DOTALL)
                .matcher(name.toLowerCase(Locale.ROOT))
                .matches();
    }
}
