package dev.hyperterse.statement.sql;

import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.TypedValue;
import dev.hyperterse.statement.sql.dialect.SqlDialect;
import dev.hyperterse.statement.sql.dialect.Wrapped;
import dev.hyperterse.statement.sql.token.StatementRule;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Set;

/** Checks the positions of {@code | like}, which escapes with a backslash: the comparison must have the same escape. */
record LikePatterns(TokenStream tokens, SqlDialect dialect, Findings findings) {
    private static final Set<String> OPERATORS = Set.of("like", "ilike");
    private static final String BACKSLASH = "\\";

    /** Checks the pattern at {@code index}. */
    Wrapped check(int index, TypedValue pattern) {
        if (!tokens.isWord(index - 1, OPERATORS) || !endsPattern(index + 1)) {
            findings.add(
                    StatementRule.LIKE_POSITION,
                    tokens.at(index).start(),
                    "the filter like is allowed only in a pattern that is the whole operand of LIKE",
                    "write LIKE '%{{ inputs.name | like }}%'");
            return Wrapped.plain(pattern);
        }
        if (!tokens.isWord(index + 1, "escape")) {
            return dialect.pattern(pattern);
        }
        if (!(tokens.at(index + 2) instanceof Token.Text escape && escape.isExactly(BACKSLASH))) {
            findings.add(
                    StatementRule.LIKE_ESCAPE,
                    tokens.at(index + 1).start(),
                    "the filter like escapes with a backslash, and this pattern with something else",
                    "leave ESCAPE out");
        }
        return Wrapped.plain(pattern);
    }

    private boolean endsPattern(int index) {
        return switch (tokens.at(index)) {
            case Token.Symbol symbol -> symbol == TokenStream.NONE || "),;".indexOf(symbol.character()) >= 0;
            case Token.Word word ->
                dialect.grammar().patternTakesCollation() || !word.name().equals("collate");
            case Token.QuotedName _, Token.Numeral _, Token.Text _, Token.FixedText _ -> true;
            case Token.Insertion _, Token.Broken _ -> true;
        };
    }
}
