package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.naming.Names;
import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.ForeignKey;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.init.schema.TableLabel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The conditions of a list, those first that narrow it down best. Of a large table only those that an index or a few
 * values make cheap.
 *
 * @param names of arguments, which are given once
 */
record Filters(NamedSchema schema, NamedTable table, String alias, UniqueNames names) {
    private static final int MOST = 12;
    private static final int LONGEST_COMMENT = 120;

    List<Filter> all() {
        var referring = single();
        Set<String> used =
                new HashSet<>(table.table().key().size() == 1 ? table.table().key() : List.of());
        var filters = new ArrayList<Filter>();
        var columns = table.table().columns();
        Stream.of(
                        columns.stream().filter(column -> !column.choices().isEmpty()),
                        columns.stream().filter(column -> referring.stream()
                                .anyMatch(it -> it.columns().contains(column.name()))),
                        TableLabel.of(table.table()).stream(),
                        columns.stream().filter(column -> column.type() == ColumnType.BOOLEAN),
                        columns.stream().filter(column -> column.type().isTemporal() && !Pages.isOfUpdates(column)),
                        columns.stream()
                                .filter(column -> column.type() == ColumnType.TEXT
                                        || table.table().isIndexed(column)),
                        columns.stream().filter(column -> column.type().isNumeric()))
                .flatMap(it -> it)
                .filter(column -> used.add(column.name()))
                .forEach(column -> filters.addAll(of(column, reference(referring, column))));
        return filters.stream().limit(MOST).toList();
    }

    private List<ForeignKey> single() {
        return table.table().foreignKeys().stream()
                .filter(reference -> reference.columns().size() == 1)
                .toList();
    }

    private static Optional<ForeignKey> reference(List<ForeignKey> referring, Column column) {
        return referring.stream()
                .filter(it -> it.columns().getFirst().equals(column.name()))
                .findFirst();
    }

    private List<Filter> of(Column column, Optional<ForeignKey> reference) {
        var lookup = reference.filter(it -> schema.target(it).isLookup());
        if (lookup.isPresent()) {
            return List.of(named(column, lookup.get()));
        }
        if (!table.table().isSmall() && !table.table().isIndexed(column)) {
            return List.of();
        }
        return switch (column.type()) {
            case TEXT ->
                !column.choices().isEmpty() || reference.isPresent() || isExact(column)
                        ? List.of(equal(column))
                        : List.of(contains(column));
            case INTEGER ->
                reference.isPresent() || Names.isCode(column.name())
                        ? List.of(equal(column))
                        : range(column, "min_", "max_");
            case NUMBER -> range(column, "min_", "max_");
            case BOOLEAN, UUID, WORD -> List.of(equal(column));
            case DATE, TIMESTAMP -> times(column);
            case BINARY, OTHER -> List.of();
        };
    }

    /** An indexed text that is no title is asked for as it stands. */
    private boolean isExact(Column column) {
        return table.table().isIndexed(column) && !TableLabel.of(table.table()).contains(column);
    }

    /** The row that a lookup table calls so. */
    private Filter named(Column column, ForeignKey reference) {
        var target = schema.target(reference);
        var input = new Input(
                names.first("_", Names.withoutKey(table.plain(column)), table.plain(column)),
                "string",
                Optional.empty(),
                true,
                described("One of the names in " + target.table().name().name(), column),
                target.table().names());
        return new Filter(
                input,
                "%s IN (SELECT %s FROM %s WHERE %s = %s)"
                        .formatted(
                                table.column(alias, column.name()),
                                target.column("p", reference.targets().getFirst()),
                                target.from("p"),
                                target.label("p"),
                                input.placeholder()));
    }

    private Filter equal(Column column) {
        var input = input(table.plain(column), column, described("", column));
        return new Filter(input, table.column(alias, column.name()) + " = " + input.placeholder());
    }

    private Filter contains(Column column) {
        var input = input(
                table.plain(column),
                column,
                described("Part of it" + (table.engine() == SqlEngine.MYSQL ? "" : ", in any case"), column));
        return new Filter(
                input,
                "%s %s '%%{{ inputs.%s | like }}%%'"
                        .formatted(
                                table.column(alias, column.name()),
                                table.engine() == SqlEngine.POSTGRES ? "ILIKE" : "LIKE",
                                input.name()));
    }

    private List<Filter> range(Column column, String least, String most) {
        var from = input(least + table.plain(column), column, described("At least", column));
        var to = input(most + table.plain(column), column, described("At most", column));
        var name = table.column(alias, column.name());
        return List.of(
                new Filter(from, name + " >= " + from.placeholder()), new Filter(to, name + " <= " + to.placeholder()));
    }

    private List<Filter> times(Column column) {
        var example = table.engine() == SqlEngine.SQLITE ? ", written as in the column" : "";
        var from = input(table.plain(column) + "_from", column, described("On or after" + example, column));
        var to = input(table.plain(column) + "_before", column, described("Before" + example, column));
        var name = table.column(alias, column.name());
        return List.of(
                new Filter(from, name + " >= " + from.placeholder()), new Filter(to, name + " < " + to.placeholder()));
    }

    private Input input(String name, Column column, String description) {
        return Input.of(names.first("_", name), column, table.engine(), true, description);
    }

    private static String described(String what, Column column) {
        var comment = Yaml.line(column.description(), LONGEST_COMMENT);
        return what.isEmpty() || comment.isEmpty() ? what + comment : what + ": " + comment;
    }
}
