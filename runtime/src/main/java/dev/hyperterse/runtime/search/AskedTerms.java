package dev.hyperterse.runtime.search;

import java.util.Arrays;
import java.util.List;

/** The words of a query by the id of the terms they stand for. Asked for every word of every tool looked at closely. */
final class AskedTerms {
    private static final int NONE = -1;

    /** Open addressing, a power of two at most half full. */
    private final int[] termIds;

    private final double[] weights;
    private final QueryTerm[] words;

    AskedTerms(List<QueryTerm> query) {
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

    /** A term that two words stand for belongs to the one that takes more of it. */
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

    /** How much of a term is asked for, 0 to 1. */
    double weight(int termId) {
        return weights[slot(termId)];
    }

    /** Which word of the query asks for a term, or -1. */
    int position(int termId) {
        var word = words[slot(termId)];
        return word == null ? NONE : word.position();
    }

    /** How much the word counts that asks for a term; it must be one that is asked for. */
    double importance(int termId) {
        return words[slot(termId)].importance();
    }
}
