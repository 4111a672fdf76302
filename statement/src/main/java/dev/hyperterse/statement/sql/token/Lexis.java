package dev.hyperterse.statement.sql.token;

import java.util.Set;

/**
 * The token syntax of a dialect.
 *
 * @param stringQuotes characters that open and close a plain string; doubled inside of it
 * @param identifierQuotes the same for a quoted identifier
 * @param stringPrefixes words that are prefixes of strings
 * @param backslashPrefixes the prefixes with which the backslash is an escape
 * @param symbols all other characters that are allowed outside of quotes
 */
public record Lexis(
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
