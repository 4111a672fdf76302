package dev.hyperterse.statement.lineage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The tables and subqueries that a name can mean in one SELECT, and those of the SELECT around it. */
final class Scope {
    private static final int MOST_COLUMNS = 4_000;

    private final Names names;
    private final Optional<Scope> outer;
    private final List<Relation> relations = new ArrayList<>();
    private boolean merged;
    private int columns;

    Scope(Names names, Optional<Scope> outer) {
        this.names = names;
        this.outer = outer;
    }

    /** @param schema of a table that has no alias */
    record Relation(Optional<String> schema, String alias, List<ResultColumn> columns) {}

    void add(Relation relation) {
        columns += relation.columns().size();
        if (columns > MOST_COLUMNS) {
            throw new UnresolvedConstruct("tables of more than %d columns".formatted(MOST_COLUMNS));
        }
        relations.add(relation);
    }

    /** Two columns are one from now on, so that their order behind a star is another. */
    void merge() {
        merged = true;
    }

    /** All columns that it may be; of a table that it names, the whole row. Empty if it is neither. */
    Optional<Source> find(Part name) {
        return column(name).or(() -> rows(Optional.empty(), name).map(QueryResolver::any));
    }

    private Optional<Source> column(Part name) {
        var own = in(relations.stream(), name);
        // Tables have columns that they do not declare, and engines differ in what they look at before the outer
        // tables.
        QueryResolver.require(
                own.isPresent() || outer.flatMap(it -> it.column(name)).isEmpty(),
                "the column '%s' of an outer query without its table".formatted(name.name()));
        return own;
    }

    Optional<Source> find(Optional<Part> schema, Part table, Part name) {
        return rows(schema, table).map(found -> in(found, name)
                .orElseThrow(() -> new UnresolvedConstruct("the column '%s.%s'".formatted(table.name(), name.name()))));
    }

    private Optional<Source> in(Stream<Relation> found, Part name) {
        return in(found.flatMap(it -> it.columns().stream()).toList(), name);
    }

    private Optional<Source> in(List<ResultColumn> found, Part name) {
        return found.stream()
                .filter(column ->
                        column.name().filter(it -> names.isColumn(name, it)).isPresent())
                .map(ResultColumn::source)
                .reduce(Source::or);
    }

    /** The columns of a table, or of all. */
    Optional<List<ResultColumn>> rows(Optional<Part> schema, Part table) {
        var named = relations.stream()
                .filter(it -> names.isTable(table, it.alias()))
                .toList();
        // Some engines take an alias behind a schema for the table, and others look for another table.
        QueryResolver.require(
                schema.isEmpty() || named.stream().allMatch(it -> it.schema().isPresent()),
                "an alias behind the name of a schema");
        var found = named.stream()
                .filter(it -> schema.isEmpty()
                        || it.schema()
                                .filter(own -> names.isTable(schema.get(), own))
                                .isPresent())
                .toList();
        if (found.size() > 1) {
            throw new UnresolvedConstruct("the name '%s', which two tables have".formatted(table.name()));
        }
        return found.isEmpty()
                ? outer.flatMap(it -> it.rows(schema, table))
                : Optional.of(found.getFirst().columns());
    }

    List<ResultColumn> star() {
        if (merged || relations.isEmpty()) {
            throw new UnresolvedConstruct("a star over a join with USING or NATURAL, or over no table");
        }
        return relations.stream().flatMap(it -> it.columns().stream()).toList();
    }
}
