package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import java.util.Set;

/** SQL of the compiler's own around a parameter, where an engine needs some to take a value as the author meant it. */
record Wrapping(String before, String behind) {
    static final Wrapping NONE = new Wrapping("", "");

    static Wrapping around(TokenStream tokens, int index, Dialect dialect, ParameterType type) {
        return switch (dialect) {
            case POSTGRES -> postgres(tokens, index, type);
            case SQLITE -> NONE;
        };
    }

    private static Wrapping postgres(TokenStream tokens, int index, ParameterType type) {
        var untyped = type == ParameterType.TEXT || type == ParameterType.JSON;
        if (untyped && isNullTest(tokens, index + 1)) {
            // A test for NULL says nothing about the type, and an untyped parameter has to get one somewhere.
            return new Wrapping("CAST(", " AS text)");
        }
        // A large number is sent with a cast, which these two take only in parentheses.
        return isFetchCount(tokens, index) ? new Wrapping("(", ")") : NONE;
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

    /** Postgres takes NULL for no limit; SQLite only a negative number, and no NULL. */
    static Wrapping optionalRowCount(TokenStream tokens, int index, Dialect dialect) {
        var behindLimit = tokens.isWord(index - 1, "limit");
        var behindOffset = tokens.isWord(index - 1, "offset");
        var first = behindLimit || behindOffset || tokens.isSymbol(index - 1, ',');
        if (dialect == Dialect.POSTGRES || !first || isOperator(tokens, index + 1)) {
            return NONE;
        }
        var isOffset = behindOffset || behindLimit && tokens.isSymbol(index + 1, ',');
        return new Wrapping("ifnull(", isOffset ? ", 0)" : ", -1)");
    }

    // Behind an operator a stand-in for NULL would be calculated with.
    private static boolean isOperator(TokenStream tokens, int index) {
        return tokens.at(index) instanceof Token.Symbol symbol
                && symbol != TokenStream.NONE
                && "),;".indexOf(symbol.character()) < 0;
    }
}
