package dev.hyperterse.statement.lineage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads FROM: tables, queries in brackets, and the joins between them. */
final class FromResolver {
    private final DatabaseSchema schema;
    private final CommonTables tables;
    private final QueryResolver.Inner inner;
    private final Optional<Scope> outer;
    private final Names names;
    private final Scope scope;
    private final List<Parts.Range> conditions = new ArrayList<>();

    FromResolver(DatabaseSchema schema, CommonTables tables, QueryResolver.Inner inner, Optional<Scope> outer) {
        this.schema = schema;
        this.tables = tables;
        this.inner = inner;
        this.outer = outer;
        this.names = new Names(schema.dialect());
        this.scope = new Scope(names, outer);
    }

    Scope scope() {
        return scope;
    }

    /** Adds the tables to the scope. @return the conditions of the joins */
    List<Parts.Range> read(Parts.Range from) {
        var at = relation(from, from.from());
        while (at < from.to()) {
            at = from.at(at).isSymbol(',') ? relation(from, at + 1) : joined(from, at);
        }
        return conditions;
    }

    private int joined(Parts.Range from, int join) {
        var at = relation(from, behindJoin(from, join));
        if (from.at(at).isWord("using") && from.at(at + 1).isSymbol('(')) {
            QueryResolver.names(from.inside(at + 1));
            scope.merge();
            return from.next(at + 1);
        }
        if (!from.at(at).isWord("on")) {
            return at;
        }
        var rest = from.after(at + 1);
        var end = rest.find(it -> from.at(it).isSymbol(',') || from.at(it).isWord("using") || isJoin(from, it));
        QueryResolver.require(end > at + 1, "ON without a condition");
        conditions.add(from.range(at + 1, end));
        return end;
    }

    /** There are functions LEFT and RIGHT. */
    private static boolean isJoin(Parts.Range from, int at) {
        return from.at(at).isWord(Words.JOINS)
                && (!from.at(at + 1).isSymbol('(') || from.at(at).isWord("join"));
    }

    private int behindJoin(Parts.Range from, int join) {
        var at = join;
        if (from.at(at).isWord("straight_join") && names.isMysql()) {
            return at + 1;
        }
        if (from.at(at).isWord("natural")) {
            scope.merge();
            at++;
        }
        // For MySQL FULL is an alias.
        if (from.at(at).isWord("left")
                || from.at(at).isWord("right")
                || from.at(at).isWord("full") && !names.isMysql()) {
            at += from.at(at + 1).isWord("outer") ? 2 : 1;
        } else if (from.at(at).isWord("inner") || from.at(at).isWord("cross")) {
            at++;
        }
        QueryResolver.require(
                from.at(at).isWord("join"),
                "'%s' in FROM".formatted(from.at(join).text()));
        return at + 1;
    }

    /** @return the index behind the table and its alias */
    private int relation(Parts.Range from, int start) {
        var lateral = names.isPostgres() && from.at(start).isWord("lateral");
        var at = lateral ? start + 1 : start;
        if (from.at(at).isSymbol('(')) {
            var query = from.inside(at);
            QueryResolver.require(query.isQuery(), "brackets in FROM without a query in them");
            var columns = inner.columns(query, lateral ? Optional.of(scope) : outer);
            return aliased(from, from.next(at), Optional.empty(), Optional.empty(), columns, true);
        }
        QueryResolver.require(!lateral, "LATERAL without a query");
        QueryResolver.name(from.at(at));
        var end = ValueSources.endOfName(from, at);
        QueryResolver.require(end - at == 1 || end - at == 3, "a table with more than its schema");
        QueryResolver.require(!from.at(end).isSymbol('('), "a function in FROM");
        var name = from.at(end - 1);
        var own = end - at == 3 ? Optional.of(from.at(at)) : Optional.<Part>empty();
        var common = own.isEmpty() ? tables.find(name) : Optional.<List<ResultColumn>>empty();
        if (common.isPresent()) {
            return aliased(from, end, Optional.empty(), Optional.of(name), common.get(), false);
        }
        var table = schema.table(own, name);
        var columns = table.columns().stream()
                .map(it -> new ResultColumn(Optional.of(it.name()), Source.column(it.labels()), false))
                .toList();
        return aliased(from, end, Optional.of(table.schema()), Optional.of(name), columns, false);
    }

    private int aliased(
            Parts.Range from,
            int behind,
            Optional<String> own,
            Optional<Part> name,
            List<ResultColumn> columns,
            boolean query) {
        var at = from.at(behind).isWord("as") ? behind + 1 : behind;
        var hasAlias = at > behind || from.at(at).isName() && !from.at(at).isWord(Words.STRUCTURE);
        var alias = hasAlias
                ? QueryResolver.name(from.at(at))
                : name.map(Part::name).orElse("");
        at += hasAlias ? 1 : 0;
        var renamed = List.<String>of();
        if (hasAlias && from.at(at).isSymbol('(')) {
            QueryResolver.require(names.isPostgres() || names.isMysql() && query, "names of columns behind an alias");
            renamed = QueryResolver.names(from.inside(at));
            at = from.next(at);
        }
        scope.add(
                new Scope.Relation(hasAlias ? Optional.empty() : own, alias, QueryResolver.renamed(columns, renamed)));
        return at;
    }
}
