package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.binding.TypedValue;
import dev.hyperterse.statement.sql.token.Lexis;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Optional;

/**
 * The differences of one engine's SQL. Rules over tokens use this object, and never check which dialect it is. No
 * method has a default, so that a dialect cannot leave a part out.
 */
public interface SqlDialect {
    /** As the catalog calls it. */
    Dialect name();

    Lexis lexis();

    StatementKinds kinds();

    /** The prefix that makes the engine show the plan of a statement without running it. */
    String explain();

    ForbiddenNames forbidden();

    Grammar grammar();

    /** A literal of a type and a string with placeholders, if the engine has such literals. */
    Optional<TypedLiteral> typedLiteral(TokenStream tokens, int index);

    /** A value at {@code index}, with the SQL that the engine needs around it there. */
    Wrapped value(TokenStream tokens, int index, TypedValue value);

    /** A pattern behind LIKE that escapes with a backslash, without an ESCAPE clause of the author. */
    Wrapped pattern(TypedValue value);

    /** A number of rows that may be NULL, which means no limit, or none to skip. */
    Wrapped optionalRowCount(RowCount count, Wrapped value);

    /** All of {@code IN (list)}, or of {@code NOT IN (list)}. */
    ListComparison comparison(Target list, boolean negated);

    /** A list at {@code index} of {@code tokens}, outside of IN; empty where the engine accepts none. */
    Optional<Segment> list(TokenStream tokens, Clauses clauses, int index, Target list);

    /** Where a list may be written, for problems. */
    String listRemedy();
}
