package dev.hyperterse.runtime.search;

import java.util.List;

/** What a tool scores beyond its single words: how much of its name and description is asked for, and word pairs. */
final class CloserLook {
    private static final int NOT_ASKED = -1;

    private final SearchIndex index;
    private final RankingWeights weights;
    private final AskedTerms asked;
    private final double best;

    CloserLook(SearchIndex index, List<QueryTerm> query) {
        this.index = index;
        this.weights = index.weights();
        this.asked = new AskedTerms(query);
        double all = query.stream().mapToDouble(QueryTerm::importance).sum();
        this.best = all + weights.nameCoverage() + weights.descriptionCoverage();
    }

    /** The score of a tool that is all that a query asks for. */
    double best() {
        return best;
    }

    double score(Candidate candidate) {
        var segment = candidate.placed().segment();
        var name = segment.names().sequence(candidate.document());
        var description = segment.descriptions().sequence(candidate.document());
        var ids = candidate.placed().termIds();
        return weights.nameCoverage() * coverage(name, ids)
                + weights.descriptionCoverage() * coverage(description, ids)
                + weights.pair() * (pairs(name, ids) + pairs(description, ids));
    }

    private double coverage(int[] sequence, int[] ids) {
        double covered = 0;
        double all = 0;
        for (int term : sequence) {
            double rarity = index.rarity().of(index.vocabulary().documentFrequency(ids[term]));
            all += rarity;
            covered += rarity * asked.weight(ids[term]);
        }
        return all == 0 ? 0 : covered / all;
    }

    private double pairs(int[] sequence, int[] ids) {
        double sum = 0;
        int before = NOT_ASKED;
        for (int term : sequence) {
            int position = asked.position(ids[term]);
            if (before != NOT_ASKED && position == before + 1) {
                sum += Math.min(asked.importance(position), asked.importance(before));
            }
            before = position;
        }
        return sum;
    }
}
