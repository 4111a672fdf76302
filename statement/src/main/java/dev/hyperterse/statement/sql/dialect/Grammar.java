package dev.hyperterse.statement.sql.dialect;

import java.util.Set;

/**
 * The parts of a dialect's grammar that rules depend on.
 *
 * @param valueWords words that a value can follow here and not in every dialect
 * @param typeBeforeString whether any type may be written in front of a string
 * @param offsetWithoutLimit whether OFFSET and FETCH are keywords wherever they are, not only behind LIMIT
 * @param patternTakesCollation whether COLLATE may follow a pattern for which ESCAPE was left out
 * @param nameQuote opens and closes a quoted name, doubled to stand for itself
 */
public record Grammar(
        Set<String> valueWords,
        boolean typeBeforeString,
        boolean offsetWithoutLimit,
        boolean patternTakesCollation,
        char nameQuote) {
    public String quoted(String name) {
        var quote = String.valueOf(nameQuote);
        return quote + name.replace(quote, quote + quote) + quote;
    }
}
