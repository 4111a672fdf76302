package dev.hyperterse.search.query;

import java.util.Arrays;
import java.util.List;

/**
 * The words of a query by the ids of the terms that they match. Looked up for every word of every tool that is
 * reranked.
 */
public final class QueryTermTable {
    private static final int NONE = -1;

    /** Open addressing, a power of two at most half full. */
    private final int[] termIds;

    private final double[] weights;
    private final QueryTerm[] words;

    public QueryTermTable(List<QueryTerm> query) {
        int matches = query.stream().mapToInt(word -> word.matches().size()).sum();
        int size = Integer.highestOneBit(Math.max(1, matches)) * 4;
        this.termIds = new int[size];
        this.weights = new double[size];
        this.words = new QueryTerm[size];
        Arrays.fill(termIds, NONE);
        for (var word : query) {
            for (var match : word.matches()) {
                put(word, match);
            }
        }
    }

    /** A term that two words match belongs to the word with the greater weight. */
    private void put(QueryTerm word, QueryTerm.Match match) {
        int slot = slot(match.termId());
        double weight = word.weight() * match.weight();
        if (weight > weights[slot]) {
            termIds[slot] = match.termId();
            weights[slot] = weight;
            words[slot] = word;
        }
    }

    private int slot(int termId) {
        int mask = termIds.length - 1;
        int slot = termId * 0x9E3779B9 >>> 7 & mask;
        while (termIds[slot] != termId && termIds[slot] != NONE) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** The weight of a term in the query, 0 to 1. */
    public double weight(int termId) {
        return weights[slot(termId)];
    }

    /** The position of the word in the query that matches a term, or -1. */
    public int position(int termId) {
        var word = words[slot(termId)];
        return word == null ? NONE : word.position();
    }

    /** The importance of the word that matches a term; there must be one. */
    public double importance(int termId) {
        return words[slot(termId)].importance();
    }
}
