package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.sql.dialect.SqlDialects;
import dev.hyperterse.statement.sql.token.Lexer;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Set;

/**
 * A statement with values in its text, of which only the first word is known. An engine may run a block of several
 * statements as one, such as {@code BEGIN NOT ATOMIC}: the first of them can allow the next one to write.
 */
public final class PastedText {
    private static final Set<String> EXPLAINS = Set.of("desc", "describe", "explain");

    /** Comments in front of the first word are no longer. */
    private static final int MOST_READ = 8 * 1024;

    private PastedText() {}

    /** Whether it begins like a query, and nothing in front of that word can be read in two ways. */
    public static boolean isQuery(String text, Dialect dialect) {
        var sql = SqlDialects.of(dialect);
        var findings = new Findings();
        var begin = text.substring(0, Math.min(text.length(), MOST_READ));
        var tokens = new TokenStream(
                Lexer.lexWithoutPlaceholders(begin, sql.lexis(), findings).tokens());
        var first = 0;
        while (tokens.isSymbol(first, '(')) {
            first++;
        }
        return tokens.at(first) instanceof Token.Word word
                && findings.inOrderOfTheText().stream().noneMatch(finding -> finding.offset() < word.start())
                && (EXPLAINS.contains(word.name())
                        || sql.kinds().reads().contains(word.name())
                        || sql.kinds().shows().contains(word.name()));
    }
}
