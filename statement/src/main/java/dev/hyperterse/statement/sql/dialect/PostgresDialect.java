package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.binding.TypedValue;
import dev.hyperterse.statement.sql.token.LexicalFeature;
import dev.hyperterse.statement.sql.token.Lexis;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Optional;
import java.util.Set;

/** PostgreSQL: arrays as parameters, casts around what it cannot type, types in front of strings. */
final class PostgresDialect implements SqlDialect {
    private static final Lexis LEXIS = new Lexis(
            Set.of(
                    LexicalFeature.NESTED_COMMENTS,
                    LexicalFeature.CARRIAGE_RETURN_ENDS_COMMENT,
                    LexicalFeature.DOLLAR_QUOTES,
                    LexicalFeature.UNICODE_PREFIX),
            "'",
            "\"",
            Set.of("e", "b", "x", "n"),
            Set.of("e"),
            "()[],;:.+-*/<>=~!@#%^&|`?");

    private static final StatementKinds KINDS = new StatementKinds(
            Set.of("select", "table", "values", "with"),
            Set.of("call", "delete", "insert", "merge", "update"),
            Set.of(
                    "alter",
                    "analyze",
                    "cluster",
                    "comment",
                    "create",
                    "drop",
                    "grant",
                    "refresh",
                    "reindex",
                    "revoke",
                    "truncate",
                    "vacuum"),
            Set.of("show"),
            Set.of("analyze", "analyse", "verbose"),
            Set.of("system"),
            Set.of("database", "role", "user"));

    private static final Grammar GRAMMAR = new Grammar(Set.of(), true, true, true, '"');

    @Override
    public Dialect name() {
        return Dialect.POSTGRES;
    }

    @Override
    public Lexis lexis() {
        return LEXIS;
    }

    @Override
    public StatementKinds kinds() {
        return KINDS;
    }

    @Override
    public String explain() {
        return "EXPLAIN (FORMAT JSON) ";
    }

    @Override
    public ForbiddenNames forbidden() {
        return PostgresNames.FORBIDDEN;
    }

    @Override
    public Grammar grammar() {
        return GRAMMAR;
    }

    @Override
    public Optional<TypedLiteral> typedLiteral(TokenStream tokens, int index) {
        return PostgresLiterals.at(tokens, index);
    }

    @Override
    public Wrapped value(TokenStream tokens, int index, TypedValue value) {
        var untyped = value.type() == ParameterType.TEXT || value.type() == ParameterType.JSON;
        if (untyped && isNullTest(tokens, index + 1)) {
            // A test for NULL does not determine a type, which an untyped parameter needs.
            return new Wrapped("CAST(", value, " AS text)");
        }
        // A large number is sent with a cast, which FETCH and OFFSET accept only in parentheses.
        return isFetchCount(tokens, index) ? new Wrapped("(", value, ")") : Wrapped.plain(value);
    }

    private static boolean isNullTest(TokenStream tokens, int index) {
        if (tokens.isWord(index, Set.of("isnull", "notnull"))) {
            return true;
        }
        var last = tokens.isWord(index + 1, "not") ? index + 2 : index + 1;
        return tokens.isWord(index, "is") && tokens.isWord(last, "null");
    }

    private static boolean isFetchCount(TokenStream tokens, int index) {
        return tokens.isWord(index - 1, Set.of("first", "next")) && tokens.isWord(index - 2, "fetch")
                || tokens.isWord(index - 1, "offset") && tokens.isWord(index + 1, Set.of("row", "rows"));
    }

    @Override
    public Wrapped pattern(TypedValue value) {
        return Wrapped.plain(value);
    }

    /** NULL means no limit. */
    @Override
    public Wrapped optionalRowCount(RowCount count, Wrapped value) {
        return value;
    }

    @Override
    public ListComparison comparison(Target list, boolean negated) {
        return new ListComparison(negated ? "<> ALL(" : "= ANY(", PostgresLists.compared(list), ")");
    }

    @Override
    public Optional<Segment> list(TokenStream tokens, Clauses clauses, int index, Target list) {
        return PostgresLists.at(tokens, clauses, index, list);
    }

    @Override
    public String listRemedy() {
        return "write column IN ({{ inputs.name }}), column && {{ inputs.name }} or {{ inputs.name }}::text[], or add | json "
                + "for a JSON array";
    }
}
