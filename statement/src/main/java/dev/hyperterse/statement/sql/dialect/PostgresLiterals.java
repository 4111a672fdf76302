package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Optional;
import java.util.Set;

/** Types in front of strings: {@code timestamp(3) with time zone '{{ inputs.since }}'}. */
final class PostgresLiterals {
    private static final Set<String> TYPES = Set.of("date", "time", "timetz", "timestamp", "timestamptz", "interval");
    private static final Set<String> FIELDS = Set.of("year", "month", "day", "hour", "minute", "second");

    private PostgresLiterals() {}

    /** The literal that begins at {@code start}, if its string contains a placeholder. */
    static Optional<TypedLiteral> at(TokenStream tokens, int start) {
        if (!tokens.isWord(start, TYPES) || tokens.isSymbol(start - 1, '.')) {
            return Optional.empty();
        }
        var type = new StringBuilder(tokens.nameAt(start));
        var next = start + 1;
        if (tokens.isSymbol(next, '(')
                && tokens.at(next + 1) instanceof Token.Numeral precision
                && tokens.isSymbol(next + 2, ')')) {
            type.append('(').append(precision.digits()).append(')');
            next += 3;
        }
        if (tokens.isWord(next, Set.of("with", "without"))
                && tokens.isWord(next + 1, "time")
                && tokens.isWord(next + 2, "zone")) {
            type.append(' ').append(tokens.nameAt(next)).append(" time zone");
            next += 3;
        }
        return tokens.at(next) instanceof Token.Text text && text.isTemplate()
                ? Optional.of(new TypedLiteral(type.toString(), next, hasField(tokens, type.toString(), next)))
                : Optional.empty();
    }

    /** {@code interval '1' day}: a field behind the string changes its meaning. */
    private static boolean hasField(TokenStream tokens, String type, int string) {
        return type.startsWith("interval") && tokens.isWord(string + 1, FIELDS);
    }
}
