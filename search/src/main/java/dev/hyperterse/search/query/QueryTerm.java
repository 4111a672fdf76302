package dev.hyperterse.search.query;

import java.util.List;

/**
 * One word of a query and the terms of the catalog that it matches.
 *
 * @param word as it is in the query
 * @param position of the word in the query, among the different words except stop words
 * @param weight of the word, without its rarity
 * @param rarity inverse document frequency of the word
 */
public record QueryTerm(String word, int position, double weight, double rarity, List<Match> matches) {
    public QueryTerm {
        matches = List.copyOf(matches);
    }

    /** The maximum score of the word. */
    public double importance() {
        return weight * rarity;
    }

    /** The way in which a term of the catalog matches a word of the query. */
    public enum MatchKind {
        SAME,
        PREFIX,
        TYPING_ERROR
    }

    /** A term of the catalog that matches a word of the query. @param weight the fraction of the word's importance */
    public record Match(int termId, String term, double weight, MatchKind kind) {}
}
