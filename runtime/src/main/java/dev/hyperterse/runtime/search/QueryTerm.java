package dev.hyperterse.runtime.search;

import java.util.List;

/**
 * One word of a query and the terms of the catalog that it stands for.
 *
 * @param word as it was asked for
 * @param position of the word in the query, among the different words that are no stop words
 * @param weight how much the word counts, before it is known how rare it is
 * @param rarity inverse document frequency of the word
 */
record QueryTerm(String word, int position, double weight, double rarity, List<Match> matches) {
    QueryTerm {
        matches = List.copyOf(matches);
    }

    /** The most that the word can count for. */
    double importance() {
        return weight * rarity;
    }

    /** How a term of the catalog came to stand for a word of the query. */
    enum Likeness {
        SAME,
        PREFIX,
        TYPING_ERROR
    }

    /** A term of the catalog that a word of the query stands for, and how much of the word's weight it takes. */
    record Match(int termId, String term, double weight, Likeness likeness) {}
}
