package dev.hyperterse.runtime.search;

import java.util.List;

/**
 * The words of a query that are searched for.
 *
 * @param found the words that are looked for, in the order of the query
 * @param unknown how much the words of the query would count that no tool contains
 */
record AskedWords(List<QueryTerm> found, double unknown) {
    static final AskedWords NONE = new AskedWords(List.of(), 0);

    AskedWords {
        found = List.copyOf(found);
    }

    /** The most that all words of the query can count for. */
    double importance() {
        return found.stream().mapToDouble(QueryTerm::importance).sum() + unknown;
    }
}
