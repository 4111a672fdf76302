package dev.hyperterse.statement.lineage;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds what the value of an expression can come from: every column that it names anywhere. The expression is not
 * parsed, so no parser can see another meaning in it than the engine does; each of its words is a column in scope, a
 * function that reads nothing, or on a closed list.
 */
final class ValueSources {
    private static final String SYMBOLS = "()[],:+-*/<>=~!@#%^&|?";
    private static final Set<String> ROW_IDENTIFIERS = Set.of("rowid", "oid", "_rowid_");

    private final Names names;
    private final Scope scope;
    private final QueryResolver.Inner inner;
    private final Predicate<Part> allowed;

    /** @param allowed names that are no columns of the scope, but of the result */
    ValueSources(Dialect dialect, Scope scope, QueryResolver.Inner inner, Predicate<Part> allowed) {
        this.names = new Names(dialect);
        this.scope = scope;
        this.inner = inner;
        this.allowed = allowed;
    }

    Source of(Parts.Range range) {
        var source = Source.NOTHING;
        var behindColumn = false;
        var at = range.from();
        while (at < range.to()) {
            var part = range.at(at);
            var isColumn = false;
            // SQLite reads a table behind IN.
            QueryResolver.require(!part.isWord("in") || range.at(at + 1).isSymbol('('), "IN without brackets");
            QueryResolver.require(
                    !behindColumn || !part.isName() || part.isWord(Words.IN_EXPRESSIONS),
                    "'%s' directly behind a name".formatted(part.name()));
            switch (part.kind()) {
                case LITERAL -> {
                    // Behind a name it may be one, in an engine whose names can begin with a digit.
                    if (part.text().equals(".")) {
                        throw new UnresolvedConstruct("a number that begins with a point");
                    }
                    at++;
                }
                case SYMBOL -> {
                    if (part.isSymbol('(') && range.inside(at).isQuery()) {
                        source = source.or(QueryResolver.any(inner.columns(range.inside(at), Optional.of(scope))));
                        at = range.next(at);
                    } else if (SYMBOLS.contains(part.text()) && !(names.isMysql() && part.isSymbol('@'))) {
                        at++;
                    } else {
                        throw new UnresolvedConstruct("the character '%s'".formatted(part.text()));
                    }
                }
                case WORD, NAME -> {
                    var end = endOfName(range, at);
                    if (range.at(end).isSymbol('(') && !isBeforeBracket(range.range(at, end), range.at(at - 1))) {
                        if (range.at(end - 1).isWord(PureFunctions.COUNT)) {
                            of(range.inside(end));
                            end = range.next(end);
                        }
                    } else {
                        source = source.or(named(range.range(at, end)).computed());
                        isColumn = end > at + 1 || !part.isWord(Words.IN_EXPRESSIONS);
                    }
                    at = end;
                }
            }
            behindColumn = isColumn;
        }
        return source;
    }

    /** The index behind a name with what qualifies it. */
    static int endOfName(Parts.Range range, int at) {
        var end = at + 1;
        while (range.at(end).isSymbol('.')
                && (range.at(end + 1).isName() || range.at(end + 1).isSymbol('*'))) {
            end += 2;
        }
        return end;
    }

    /** Whether the brackets behind it are not those of a call. @throws UnresolvedConstruct if the function may read */
    private boolean isBeforeBracket(Parts.Range name, Part before) {
        var last = name.at(name.to() - 1);
        var known = name.size() == 1
                || name.size() == 3 && names.isPostgres() && name.first().isWord("pg_catalog");
        if (known && last.kind() == Part.Kind.WORD && PureFunctions.has(names.dialect(), last.text())) {
            return false;
        }
        var isWordOfSql = last.isWord(Words.BEFORE_BRACKETS)
                || last.isWord(Words.BEHIND_OPERANDS) && isOperand(before)
                || last.isWord(Words.BEHIND_CALLS) && before.isSymbol(')')
                || last.isWord("by") && before.isWord(Words.BEFORE_BY)
                || last.isWord("varying") && before.isWord("character");
        if (name.size() == 1 && isWordOfSql) {
            return true;
        }
        throw new UnresolvedConstruct("the function '%s', which may read a table".formatted(last.name()));
    }

    /** Whether it can be the end of what an operator stands behind. */
    private static boolean isOperand(Part part) {
        return switch (part.kind()) {
            case LITERAL, NAME -> true;
            case WORD -> part.isWord("not") || !part.isWord(Words.OPERATORS) && !part.isWord(Words.STRUCTURE);
            case SYMBOL -> part.isSymbol(')') || part.isSymbol(']') || part.isSymbol('?');
        };
    }

    /** The source of a name, alone or qualified. */
    Source named(Parts.Range name) {
        var last = name.at(name.to() - 1);
        if (last.isSymbol('*')) {
            return QueryResolver.any(row(name));
        }
        if (name.size() > 1) {
            var schema = name.size() == 5 ? Optional.of(name.first()) : Optional.<Part>empty();
            return Optional.of(name)
                    .filter(it -> it.size() <= 5)
                    .flatMap(it -> scope.find(schema, it.at(it.to() - 3), last))
                    .orElseThrow(() -> unknown(last));
        }
        if (names.hasRowIdentifiers() && ROW_IDENTIFIERS.contains(last.name().toLowerCase(Locale.ROOT))) {
            throw unknown(last);
        }
        if (last.isWord(Words.STRUCTURE) && !last.isWord(Words.IN_EXPRESSIONS)) {
            throw unknown(last);
        }
        return scope.find(last)
                .or(() -> last.isWord(Words.IN_EXPRESSIONS) || allowed.test(last)
                        ? Optional.of(Source.NOTHING)
                        : Optional.empty())
                .orElseThrow(() -> unknown(last));
    }

    /** The columns of {@code table.*}. */
    List<ResultColumn> row(Parts.Range star) {
        var schema = star.size() == 5 ? Optional.of(star.first()) : Optional.<Part>empty();
        var table = star.at(star.to() - 3);
        return Optional.of(star)
                .filter(it -> it.size() <= 5)
                .flatMap(_ -> scope.rows(schema, table))
                .orElseThrow(() -> unknown(table));
    }

    private static UnresolvedConstruct unknown(Part name) {
        return new UnresolvedConstruct("the name '%s'".formatted(name.name()));
    }
}
