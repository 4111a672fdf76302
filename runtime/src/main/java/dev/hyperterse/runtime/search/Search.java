package dev.hyperterse.runtime.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** One search: words first, over all tools; then a closer look at the best of them. */
final class Search {
    /** How many tools are looked at closely, at least. */
    private static final int CLOSER_LOOK = 64;

    private final SearchIndex index;
    private final String query;
    private final Predicate<String> visible;

    Search(SearchIndex index, String query, Predicate<String> visible) {
        this.index = index;
        this.query = query;
        this.visible = visible;
    }

    List<SearchHit> hits(int limit) {
        var terms = new QueryReader(index.vocabulary(), index.rarity(), index.weights(), index.language()).read(query);
        var candidates = new Candidates(Math.max(CLOSER_LOOK, limit + 1), visible);
        new WordScores(index, terms).offerAll(candidates);
        var closerLook = new CloserLook(index, terms);
        var ranked = new ArrayList<>(candidates.all());
        ranked.replaceAll(candidate -> candidate.scoring(candidate.score() + closerLook.score(candidate)));
        ranked.sort(Candidate.BEST_FIRST);
        return hits(ranked, limit, closerLook);
    }

    private List<SearchHit> hits(List<Candidate> ranked, int limit, CloserLook closerLook) {
        var hits = new ArrayList<SearchHit>(limit);
        var named = index.byName().get(query.strip());
        if (named != null && visible.test(named.document().name())) {
            hits.add(new SearchHit(named, RelevanceScore.EXACT_NAME));
        }
        for (var candidate : ranked) {
            if (hits.size() < limit && candidate.analyzed() != named) {
                hits.add(new SearchHit(candidate.analyzed(), RelevanceScore.of(candidate.score() / closerLook.best())));
            }
        }
        return List.copyOf(hits);
    }
}
