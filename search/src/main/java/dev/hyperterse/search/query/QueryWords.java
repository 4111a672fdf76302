package dev.hyperterse.search.query;

import java.util.List;

/**
 * The words of a query that are searched for.
 *
 * @param found the words that match terms, in the order of the query
 * @param unknown the importance of the words that no tool contains
 */
public record QueryWords(List<QueryTerm> found, double unknown) {
    static final QueryWords NONE = new QueryWords(List.of(), 0);

    public QueryWords {
        found = List.copyOf(found);
    }

    /** The maximum score of all words of the query. */
    public double importance() {
        return found.stream().mapToDouble(QueryTerm::importance).sum() + unknown;
    }
}
