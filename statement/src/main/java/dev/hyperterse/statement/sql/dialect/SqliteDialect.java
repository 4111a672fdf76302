package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.binding.TypedValue;
import dev.hyperterse.statement.sql.token.LexicalFeature;
import dev.hyperterse.statement.sql.token.Lexis;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Optional;
import java.util.Set;

/** SQLite: no arrays, no default escape in LIKE, no NULL behind LIMIT. */
final class SqliteDialect implements SqlDialect {
    private static final Lexis LEXIS = new Lexis(
            Set.of(LexicalFeature.BRACKET_IDENTIFIERS), "'", "\"`", Set.of("x"), Set.of(), "(),;.+-*/<>=~!%&|");

    private static final StatementKinds KINDS = new StatementKinds(
            Set.of("select", "values", "with"),
            Set.of("delete", "insert", "replace", "update"),
            Set.of("alter", "analyze", "create", "drop", "reindex"),
            Set.of(),
            Set.of("query", "plan"),
            Set.of(),
            Set.of());

    private static final ForbiddenNames FORBIDDEN = new ForbiddenNames(
            Set.of(),
            "",
            Set.of(),
            Set.of("edit", "fts3_tokenizer", "load_extension", "readfile", "writefile"),
            Set.of(),
            Set.of("temp", "temporary"),
            "",
            Set.of(),
            Set.of(),
            Set.of());

    // SQLite reads "name" as a string if the table has no column of that name, so a misspelt name sorts by a constant.
    private static final Grammar GRAMMAR = new Grammar(Set.of(), false, false, false, '`');

    @Override
    public Dialect name() {
        return Dialect.SQLITE;
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
        return "EXPLAIN QUERY PLAN ";
    }

    @Override
    public ForbiddenNames forbidden() {
        return FORBIDDEN;
    }

    @Override
    public Grammar grammar() {
        return GRAMMAR;
    }

    @Override
    public Optional<TypedLiteral> typedLiteral(TokenStream tokens, int index) {
        return Optional.empty();
    }

    @Override
    public Wrapped value(TokenStream tokens, int index, TypedValue value) {
        return Wrapped.plain(value);
    }

    @Override
    public Wrapped pattern(TypedValue value) {
        return new Wrapped("", value, " ESCAPE '\\'");
    }

    /** A negative number means no limit. */
    @Override
    public Wrapped optionalRowCount(RowCount count, Wrapped value) {
        return new Wrapped("ifnull(", value.value(), count == RowCount.OFFSET ? ", 0)" : ", -1)");
    }

    @Override
    public ListComparison comparison(Target list, boolean negated) {
        return ListComparison.ofItems(list, negated);
    }

    @Override
    public Optional<Segment> list(TokenStream tokens, Clauses clauses, int index, Target list) {
        return Optional.empty();
    }

    @Override
    public String listRemedy() {
        return "write column IN ({{ inputs.name }}), or json_each({{ inputs.name | json }}), where | json makes it a JSON array";
    }
}
