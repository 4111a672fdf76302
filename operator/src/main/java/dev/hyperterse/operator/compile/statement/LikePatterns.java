package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.operator.compile.binding.Findings;
import java.util.Set;

/** Where {@code | like} may stand: it escapes with a backslash, so the comparison has to escape with one, too. */
final class LikePatterns {
    private static final Set<String> OPERATORS = Set.of("like", "ilike");
    private static final String BACKSLASH = "\\";

    private final TokenStream tokens;
    private final Dialect dialect;
    private final Findings findings;

    LikePatterns(TokenStream tokens, Dialect dialect, Findings findings) {
        this.tokens = tokens;
        this.dialect = dialect;
        this.findings = findings;
    }

    /** Checks the pattern at {@code index}; what it returns belongs around it. */
    Wrapping check(int index) {
        if (!tokens.isWord(index - 1, OPERATORS) || !endsPattern(index + 1)) {
            findings.add(
                    StatementRule.LIKE_POSITION,
                    tokens.at(index).start(),
                    "the filter like needs a pattern that stands directly behind LIKE and is all of it",
                    "write LIKE '%{{ inputs.name | like }}%'");
            return Wrapping.NONE;
        }
        if (tokens.isWord(index + 1, "escape")) {
            if (!(tokens.at(index + 2) instanceof Token.Text escape && escape.isExactly(BACKSLASH))) {
                findings.add(
                        StatementRule.LIKE_ESCAPE,
                        tokens.at(index + 1).start(),
                        "the filter like escapes with a backslash, and this pattern with something else",
                        "leave ESCAPE out, or write ESCAPE '\\'");
            }
            return Wrapping.NONE;
        }
        return switch (dialect) {
            case POSTGRES -> Wrapping.NONE;
            // SQLite has no escape character unless one is named.
            case SQLITE -> new Wrapping("", " ESCAPE '\\'");
        };
    }

    private boolean endsPattern(int index) {
        return switch (tokens.at(index)) {
            case Token.Symbol symbol -> symbol == TokenStream.NONE || "),;".indexOf(symbol.character()) >= 0;
            case Token.Word word -> dialect == Dialect.POSTGRES || !word.name().equals("collate");
            case Token.QuotedName _, Token.Numeral _, Token.Text _, Token.FixedText _ -> true;
            case Token.Insertion _, Token.Broken _ -> true;
        };
    }
}
