package dev.hyperterse.statement.lineage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds what the columns of a query come from: of WITH, of the set operations, and of each SELECT. */
final class QueryResolver {
    private static final int DEEPEST = 16;
    private static final int MOST_COLUMNS = 1_000;

    private final DatabaseSchema schema;
    private final CommonTables tables;
    private final int depth;

    QueryResolver(DatabaseSchema schema) {
        this(schema, CommonTables.NONE, 1);
    }

    private QueryResolver(DatabaseSchema schema, CommonTables tables, int depth) {
        if (depth > DEEPEST) {
            throw new UnresolvedConstruct("more than %d queries within each other".formatted(DEEPEST));
        }
        this.schema = schema;
        this.tables = tables;
        this.depth = depth;
    }

    /** The queries within a query. */
    @FunctionalInterface
    interface Inner {
        /** @param outer whose columns it may name */
        List<ResultColumn> columns(Parts.Range query, Optional<Scope> outer);
    }

    /** A value that may be any of the columns, or all. */
    static Source any(List<ResultColumn> columns) {
        return columns.stream().map(ResultColumn::source).reduce(Source.NOTHING, Source::or);
    }

    List<ResultColumn> columns(Parts.Range query, Optional<Scope> outer) {
        if (query.first().isWord("with")) {
            return with(query, outer);
        }
        var operands = query.split(at -> query.at(at).isWord(Words.SET_OPERATIONS));
        var columns = operand(operands.getFirst(), List.of(), outer);
        for (var operand : operands.subList(1, operands.size())) {
            var quantified = operand.first().isWord("all") || operand.first().isWord("distinct");
            var others = operand(quantified ? operand.after(operand.from() + 1) : operand, columns, outer);
            if (others.size() != columns.size()) {
                throw new UnresolvedConstruct("a set operation of different numbers of columns");
            }
            var first = columns;
            columns = IntStream.range(0, first.size())
                    .mapToObj(at -> first.get(at)
                            .from(first.get(at).source().or(others.get(at).source())))
                    .toList();
        }
        return columns;
    }

    private List<ResultColumn> with(Parts.Range query, Optional<Scope> outer) {
        var known = tables.within(new Names(schema.dialect()));
        var inner = new QueryResolver(schema, known, depth + 1);
        record Common(String name, List<String> columns, Parts.Range query) {}
        var all = new ArrayList<Common>();
        var at = query.from();
        do {
            require(!query.at(++at).isWord("recursive"), "a recursive WITH");
            var name = name(query.at(at));
            known.announce(name);
            at++;
            var renamed = query.at(at).isSymbol('(');
            var columns = renamed ? names(query.inside(at)) : List.<String>of();
            at = renamed ? query.next(at) : at;
            require(query.at(at).isWord("as"), "WITH");
            at += query.at(at + 1).isWord("not") ? 2 : 1;
            at += query.at(at).isWord("materialized") ? 1 : 0;
            require(query.at(at).isSymbol('(') && query.inside(at).isQuery(), "WITH");
            all.add(new Common(name, columns, query.inside(at)));
            at = query.next(at);
        } while (query.at(at).isSymbol(','));
        all.forEach(
                common -> known.define(common.name(), renamed(inner.columns(common.query(), outer), common.columns())));
        return inner.columns(query.after(at), outer);
    }

    /**
     * A SELECT, or a query in brackets.
     *
     * @param before the columns of those before it, which ORDER BY may name
     */
    private List<ResultColumn> operand(Parts.Range operand, List<ResultColumn> before, Optional<Scope> outer) {
        var inner = new QueryResolver(schema, tables, depth + 1);
        if (operand.first().isSymbol('(')) {
            require(operand.next(operand.from()) == operand.to(), "what follows a query in brackets");
            return inner.columns(operand.inside(operand.from()), outer);
        }
        return bounded(new SelectResolver(schema, tables, inner::columns, outer).columns(operand, before));
    }

    /** The columns of a table in FROM or WITH. Each must have a name: engines make up different ones. */
    static List<ResultColumn> renamed(List<ResultColumn> columns, List<String> names) {
        require(names.isEmpty() || names.size() == columns.size(), "other numbers of names than of columns");
        return IntStream.range(0, columns.size())
                .mapToObj(at ->
                        names.isEmpty() ? columns.get(at) : columns.get(at).named(names.get(at)))
                .peek(column -> require(column.name().isPresent(), "a column without a name; give it one with AS"))
                .toList();
    }

    static List<ResultColumn> bounded(List<ResultColumn> columns) {
        require(columns.size() <= MOST_COLUMNS, "more than %d columns".formatted(MOST_COLUMNS));
        return columns;
    }

    /** A name that is declared. */
    static String name(Part part) {
        require(part.isName() && !part.isWord(Words.STRUCTURE), "'%s' where a name is expected".formatted(part.text()));
        return part.name();
    }

    static List<String> names(Parts.Range list) {
        return list.split(at -> list.at(at).isSymbol(',')).stream()
                .map(item -> {
                    require(item.size() == 1, "a list of other things than names");
                    return name(item.first());
                })
                .toList();
    }

    static void require(boolean understood, String construct) {
        if (!understood) {
            throw new UnresolvedConstruct(construct);
        }
    }
}
