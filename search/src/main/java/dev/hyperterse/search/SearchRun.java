package dev.hyperterse.search;

import dev.hyperterse.search.query.QueryReader;
import dev.hyperterse.search.query.QueryWords;
import dev.hyperterse.search.segment.Candidates;
import dev.hyperterse.search.segment.ScoredTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One search: scores single words over all tools, then reranks the best of them. */
final class SearchRun {
    /**
     * The number of reranked tools: the maximum limit of a search. If it were the limit of each search, the order of
     * the hits would depend on it.
     */
    private static final int MOST_RERANKED = 100;

    private final SearchIndex index;
    private final String query;
    private final QueryWords asked;
    private final Reranker reranker;

    SearchRun(SearchIndex index, String query) {
        this.index = index;
        this.query = query;
        this.asked = new QueryReader(index.vocabulary(), index.rarity(), index.weights(), index.language()).read(query);
        this.reranker = new Reranker(index, asked);
    }

    List<SearchHit> hits(int limit) {
        var named = named();
        return ranked(limit, named).stream()
                .map(candidate -> new SearchHit(candidate.analyzed(), relevanceScore(candidate, named)))
                .toList();
    }

    List<SearchExplanation> explanations(int limit) {
        var named = named();
        var explainer = new ScoreExplainer(index, asked, reranker);
        return ranked(limit, named).stream()
                .map(candidate -> explainer.explain(candidate, relevanceScore(candidate, named)))
                .toList();
    }

    private List<ScoredTool> ranked(int limit, Optional<ScoredTool> named) {
        var candidates = new Candidates(Math.max(MOST_RERANKED, limit));
        new WordScores(index, asked.found()).offerAll(candidates);
        var ranked = new ArrayList<>(candidates.bestFirst());
        // The others stay behind, because reranking only adds to a score.
        var best = ranked.subList(0, Math.min(MOST_RERANKED, ranked.size()));
        best.replaceAll(candidate -> candidate.scoring(candidate.score() + reranker.score(candidate)));
        best.sort(ScoredTool.BEST_FIRST);
        named.ifPresent(exact -> putFirst(exact, ranked));
        return ranked.subList(0, Math.min(Math.max(0, limit), ranked.size()));
    }

    /** The tool whose name is the query, even when its words find others that fit better, or are all stop words. */
    private Optional<ScoredTool> named() {
        return index.named(query.strip());
    }

    private static void putFirst(ScoredTool exact, List<ScoredTool> ranked) {
        for (int at = 0; at < ranked.size(); at++) {
            if (ranked.get(at).analyzed() == exact.analyzed()) {
                ranked.addFirst(ranked.remove(at));
                return;
            }
        }
        ranked.addFirst(exact);
    }

    private int relevanceScore(ScoredTool candidate, Optional<ScoredTool> named) {
        return named.isPresent() && candidate.analyzed() == named.get().analyzed()
                ? RelevanceScore.EXACT_NAME
                : RelevanceScore.of(candidate.score() / reranker.best());
    }
}
