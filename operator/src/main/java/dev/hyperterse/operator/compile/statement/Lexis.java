package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.Set;

/**
 * How a dialect spells its tokens. Another dialect is another value of this record, and a case in {@link #of}.
 *
 * @param commentsNest whether a comment within a comment needs its own end
 * @param carriageReturnEndsComment whether {@code --} ends at a carriage return, not only at a line feed
 * @param identifierQuotes characters that open a quoted identifier and close it, doubled to stand for themselves
 * @param bracketIdentifiers whether {@code [a]} is a quoted identifier
 * @param dollarQuotes whether {@code $tag$...$tag$} is a string and {@code $1} a parameter
 * @param stringPrefixes words that change what a string directly behind them means
 * @param backslashPrefixes those of them that make the backslash an escape
 * @param unicodePrefix whether {@code U&} is one, also before a quoted identifier
 * @param questionMarkIsOperator whether {@code ?} is part of operators; it then has to be doubled for the driver
 * @param symbols all other characters that may stand outside quotes
 */
record Lexis(
        boolean commentsNest,
        boolean carriageReturnEndsComment,
        String identifierQuotes,
        boolean bracketIdentifiers,
        boolean dollarQuotes,
        Set<String> stringPrefixes,
        Set<String> backslashPrefixes,
        boolean unicodePrefix,
        boolean questionMarkIsOperator,
        String symbols) {

    private static final Lexis POSTGRES = new Lexis(
            true,
            true,
            "\"",
            false,
            true,
            Set.of("e", "b", "x", "n"),
            Set.of("e"),
            true,
            true,
            "()[],;:.+-*/<>=~!@#%^&|`?");

    private static final Lexis SQLITE =
            new Lexis(false, false, "\"`", true, false, Set.of("x"), Set.of(), false, false, "(),;.+-*/<>=~!%&|");

    static Lexis of(Dialect dialect) {
        return switch (dialect) {
            case POSTGRES -> POSTGRES;
            case SQLITE -> SQLITE;
        };
    }
}
