package dev.hyperterse.search;

import dev.hyperterse.search.query.QueryTermTable;
import dev.hyperterse.search.query.QueryWords;
import dev.hyperterse.search.segment.RankingWeights;
import dev.hyperterse.search.segment.ScoredTool;

/** The score of a tool beyond single words: how much of its name and description the query covers, and word pairs. */
final class Reranker {
    private static final int NOT_ASKED = -1;

    private final SearchIndex index;
    private final RankingWeights weights;
    private final QueryTermTable asked;
    private final double best;

    Reranker(SearchIndex index, QueryWords words) {
        this.index = index;
        this.weights = index.weights();
        this.asked = new QueryTermTable(words.found());
        this.best = words.importance() + weights.nameCoverage() + weights.descriptionCoverage();
    }

    /** The maximum score of a tool for this query. */
    double best() {
        return best;
    }

    double score(ScoredTool candidate) {
        return nameCoverage(candidate) + descriptionCoverage(candidate) + pairs(candidate);
    }

    double nameCoverage(ScoredTool candidate) {
        return weights.nameCoverage() * coverage(name(candidate), candidate);
    }

    double descriptionCoverage(ScoredTool candidate) {
        return weights.descriptionCoverage() * coverage(description(candidate), candidate);
    }

    double pairs(ScoredTool candidate) {
        return weights.pair() * (pairs(name(candidate), candidate) + pairs(description(candidate), candidate));
    }

    private static int[] name(ScoredTool candidate) {
        return candidate.placed().segment().names().sequence(candidate.document());
    }

    private static int[] description(ScoredTool candidate) {
        return candidate.placed().segment().descriptions().sequence(candidate.document());
    }

    private double coverage(int[] sequence, ScoredTool candidate) {
        var ids = candidate.placed().termIds();
        double covered = 0;
        double all = 0;
        for (int term : sequence) {
            double rarity = index.rarity().of(index.vocabulary().documentFrequency(ids[term]));
            all += rarity;
            covered += rarity * asked.weight(ids[term]);
        }
        return all == 0 ? 0 : covered / all;
    }

    private double pairs(int[] sequence, ScoredTool candidate) {
        var ids = candidate.placed().termIds();
        double sum = 0;
        int before = NOT_ASKED;
        int beforeId = NOT_ASKED;
        for (int term : sequence) {
            int id = ids[term];
            int position = asked.position(id);
            if (position != NOT_ASKED && before != NOT_ASKED && position == before + 1) {
                sum += Math.min(asked.importance(beforeId), asked.importance(id));
            }
            before = position;
            beforeId = id;
        }
        return sum;
    }
}
