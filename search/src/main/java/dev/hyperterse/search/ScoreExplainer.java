package dev.hyperterse.search;

import dev.hyperterse.search.document.AnalyzedDocument;
import dev.hyperterse.search.document.SearchField;
import dev.hyperterse.search.query.QueryTerm;
import dev.hyperterse.search.query.QueryWords;
import dev.hyperterse.search.segment.Occurrences;
import dev.hyperterse.search.segment.ScoredTool;
import dev.hyperterse.search.text.SearchToken;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Explains the score of a tool by its parts. */
final class ScoreExplainer {
    private final Occurrences occurrences;
    private final QueryWords asked;
    private final Reranker reranker;

    ScoreExplainer(SearchIndex index, QueryWords asked, Reranker reranker) {
        this.occurrences = new Occurrences(index.weights());
        this.asked = asked;
        this.reranker = reranker;
    }

    SearchExplanation explain(ScoredTool candidate, int relevanceScore) {
        return new SearchExplanation(
                candidate.name(),
                relevanceScore,
                candidate.score(),
                reranker.best(),
                words(candidate.analyzed()),
                reranker.nameCoverage(candidate),
                reranker.descriptionCoverage(candidate),
                reranker.pairs(candidate));
    }

    private List<SearchExplanation.Word> words(AnalyzedDocument document) {
        var each = occurrences.each(document);
        var words = new ArrayList<SearchExplanation.Word>();
        for (var word : asked.found()) {
            for (var match : word.matches()) {
                var sums = sums(document, match.term(), each);
                double sum = sums.values().stream().mapToDouble(value -> value).sum();
                if (sum > 0) {
                    double points = word.importance() * match.weight() * occurrences.saturated(sum);
                    sums.replaceAll((_, part) -> points * part / sum);
                    words.add(new SearchExplanation.Word(
                            word.word(), match.term(), likeness(match), word.rarity(), points, sums));
                }
            }
        }
        return words;
    }

    private static Map<SearchField, Double> sums(AnalyzedDocument document, String term, double[] each) {
        var sums = new EnumMap<SearchField, Double>(SearchField.class);
        for (var field : SearchField.values()) {
            long count = document.tokens(field).stream()
                    .map(SearchToken::term)
                    .filter(term::equals)
                    .count();
            if (count > 0) {
                sums.put(field, count * each[field.ordinal()]);
            }
        }
        return sums;
    }

    private static String likeness(QueryTerm.Match match) {
        return switch (match.kind()) {
            case SAME -> "same";
            case PREFIX -> "begins with";
            case TYPING_ERROR -> "typing error";
        };
    }
}
