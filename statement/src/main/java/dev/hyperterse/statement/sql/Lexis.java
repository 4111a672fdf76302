package dev.hyperterse.statement.sql;

import java.util.Set;

/**
 * The token syntax of a dialect.
 *
 * @param stringQuotes characters that open a plain string and close it, doubled to stand for themselves
 * @param identifierQuotes the same of a quoted identifier
 * @param stringPrefixes words that change what a string directly behind them means
 * @param backslashPrefixes those of them that make the backslash an escape
 * @param symbols all other characters that may be written outside quotes
 */
record Lexis(
        Set<LexicalFeature> features,
        String stringQuotes,
        String identifierQuotes,
        Set<String> stringPrefixes,
        Set<String> backslashPrefixes,
        String symbols) {
    boolean has(LexicalFeature feature) {
        return features.contains(feature);
    }
}
