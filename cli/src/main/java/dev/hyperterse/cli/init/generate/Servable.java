package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.ForeignKey;
import dev.hyperterse.cli.init.schema.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a schema that tools can be made for, and what that leaves out, with the reason.
 *
 * @param schema without columns whose names no statement can have, and tables without columns
 */
public record Servable(DatabaseSchema schema, List<LeftOut> leftOut) {
    private static final int MOST_COLUMNS = 100;

    public static Servable of(DatabaseSchema read) {
        var leftOut = new ArrayList<LeftOut>();
        var tables = new ArrayList<Table>();
        for (var table : read.tables()) {
            var unusable =
                    fault(table.name().schema()).or(() -> fault(table.name().name()));
            if (unusable.isPresent()) {
                leftOut.add(new LeftOut(shown(table.name().toString()), unusable.get()));
                continue;
            }
            var kept = new ArrayList<Column>();
            for (var column : table.columns()) {
                var reason = fault(column.name())
                        .or(() -> column.type() == ColumnType.BINARY
                                ? Optional.of("%s is no text".formatted(column.declared()))
                                : Optional.empty())
                        .or(() -> kept.size() >= MOST_COLUMNS
                                ? Optional.of("the table has more than %d columns".formatted(MOST_COLUMNS))
                                : Optional.empty());
                reason.ifPresentOrElse(
                        it -> leftOut.add(new LeftOut(shown(table.name() + "." + column.name()), it)),
                        () -> kept.add(column));
            }
            if (kept.isEmpty()) {
                leftOut.add(new LeftOut(shown(table.name().toString()), "no column can be shown"));
            } else {
                tables.add(without(table, kept, leftOut));
            }
        }
        return new Servable(new DatabaseSchema(read.engine(), tables).only(_ -> true), leftOut);
    }

    /** The key, the references and the indexes need their columns. */
    private static Table without(Table table, List<Column> kept, List<LeftOut> leftOut) {
        Set<String> names = new HashSet<>();
        kept.forEach(column -> names.add(column.name()));
        var key = names.containsAll(table.key()) ? table.key() : List.<String>of();
        if (key.isEmpty() && !table.view()) {
            leftOut.add(new LeftOut(
                    shown(table.name().toString()),
                    table.key().isEmpty()
                            ? "no key, so no tool finds one row, and a list has one page"
                            : "its key cannot be shown, so no tool finds one row, and a list has one page"));
        }
        return new Table(
                table.name(),
                table.view(),
                table.comment(),
                table.rows(),
                kept,
                key,
                table.foreignKeys().stream()
                        .filter(reference -> names.containsAll(reference.columns()))
                        .filter(Servable::isWritable)
                        .toList(),
                table.indexed(),
                table.names());
    }

    private static boolean isWritable(ForeignKey reference) {
        return reference.targets().stream().allMatch(target -> fault(target).isEmpty());
    }

    /** Why a statement cannot have a name. */
    private static Optional<String> fault(String name) {
        if (name.contains("{{") || name.contains("}}")) {
            return Optional.of("its name has two braces, which begin a placeholder");
        }
        return name.codePoints().allMatch(Yaml::isText)
                ? Optional.empty()
                : Optional.of("its name has a control character");
    }

    private static String shown(String name) {
        return Yaml.line(name, 130);
    }
}
