package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Optional;
import java.util.Set;

/** The position of a value that is a number of rows. */
public enum RowCount {
    LIMIT,
    OFFSET;

    /** Empty where the value is a part of an expression, which would compute with the substitute for NULL. */
    public static Optional<RowCount> at(TokenStream tokens, int index) {
        if (isOperator(tokens, index + 1)) {
            return Optional.empty();
        }
        if (tokens.isWord(index - 1, "offset")) {
            return Optional.of(OFFSET);
        }
        if (tokens.isWord(index - 1, "limit")) {
            return Optional.of(tokens.isSymbol(index + 1, ',') ? OFFSET : LIMIT);
        }
        var fetched = tokens.isWord(index - 1, Set.of("first", "next")) && tokens.isWord(index - 2, "fetch");
        return fetched || tokens.isSymbol(index - 1, ',') ? Optional.of(LIMIT) : Optional.empty();
    }

    private static boolean isOperator(TokenStream tokens, int index) {
        return tokens.at(index) instanceof Token.Symbol symbol
                && symbol != TokenStream.NONE
                && "),;".indexOf(symbol.character()) < 0;
    }
}
