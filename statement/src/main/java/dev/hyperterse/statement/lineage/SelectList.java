package dev.hyperterse.statement.lineage;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what the columns of a list behind SELECT come from. */
final class SelectList {
    private final Dialect dialect;
    private final Scope scope;
    private final ValueSources values;

    SelectList(Dialect dialect, Scope scope, QueryResolver.Inner inner) {
        this.dialect = dialect;
        this.scope = scope;
        this.values = new ValueSources(dialect, scope, inner, _ -> false);
    }

    List<ResultColumn> columns(Parts.Range written) {
        var columns = new ArrayList<ResultColumn>();
        var list = behindQuantifier(written);
        list.split(at -> list.at(at).isSymbol(',')).forEach(item -> {
            columns.addAll(columns(item, alias(item)));
            QueryResolver.bounded(columns);
        });
        return columns;
    }

    private Parts.Range behindQuantifier(Parts.Range list) {
        if (list.first().isWord("all")) {
            return list.after(list.from() + 1);
        }
        if (!list.first().isWord("distinct")) {
            return list;
        }
        var at = list.from() + 1;
        if (list.at(at).isWord("on")
                && new Names(dialect).isPostgres()
                && list.at(at + 1).isSymbol('(')) {
            values.of(list.inside(at + 1));
            at = list.next(at + 1);
        }
        return list.after(at);
    }

    /** The index of a name behind an expression, or the end of the item. */
    private int alias(Parts.Range item) {
        var as = item.find(at -> item.at(at).isWord("as"));
        var last = item.to() - 1;
        if (as < item.to()) {
            QueryResolver.require(as == last - 1 && as > item.from(), "AS with something else than a name behind it");
            QueryResolver.name(item.at(last));
            return last;
        }
        var part = item.at(last);
        var before = item.at(last - 1);
        if (item.size() < 2
                || !part.isName()
                || part.isWord(Words.IN_EXPRESSIONS)
                || before.isWord(Words.OPERATORS)
                || before.kind() == Part.Kind.SYMBOL && !before.isSymbol(')') && !before.isSymbol(']')) {
            return item.to();
        }
        // Some engines take the word before it for an operator, and this one for a column.
        QueryResolver.require(
                scope.find(part).isEmpty(), "the alias '%s' without AS, which is a column too".formatted(part.name()));
        QueryResolver.name(part);
        return last;
    }

    private List<ResultColumn> columns(Parts.Range item, int alias) {
        var named = alias < item.to();
        var as = named && item.at(alias - 1).isWord("as");
        var expression = item.range(item.from(), as ? alias - 1 : alias);
        QueryResolver.require(!expression.isEmpty(), "an empty column");
        var first = expression.first();
        if (first.isSymbol('*') && expression.size() == 1 && !named) {
            return scope.star().stream().map(ResultColumn::behindStar).toList();
        }
        if (!first.isName() || ValueSources.endOfName(expression, expression.from()) != expression.to()) {
            var source = values.of(expression);
            return List.of(
                    new ResultColumn(named ? Optional.of(item.at(alias).name()) : Optional.empty(), source, false));
        }
        var last = expression.at(expression.to() - 1);
        if (last.isSymbol('*')) {
            QueryResolver.require(!named, "a star with an alias");
            return values.row(expression).stream().map(ResultColumn::behindStar).toList();
        }
        return List.of(new ResultColumn(
                Optional.of(named ? item.at(alias).name() : last.name()), values.named(expression), false));
    }
}
