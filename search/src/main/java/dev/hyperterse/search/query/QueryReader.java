package dev.hyperterse.search.query;

import dev.hyperterse.search.query.QueryTerm.Match;
import dev.hyperterse.search.query.QueryTerm.MatchKind;
import dev.hyperterse.search.segment.RankingWeights;
import dev.hyperterse.search.text.Analyzer;
import dev.hyperterse.search.text.Language;
import dev.hyperterse.search.text.SearchToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the words of a query, within limits, and weights them. */
public final class QueryReader {
    /** Adds the word "count" to questions for an amount, because such tools are named so. */
    private static final Pattern AMOUNT = Pattern.compile("\\b(?:how many|number of)\\b", Pattern.CASE_INSENSITIVE);

    private final Vocabulary vocabulary;
    private final InverseDocumentFrequency rarity;
    private final RankingWeights weights;
    private final Analyzer analyzer;

    public QueryReader(
            Vocabulary vocabulary, InverseDocumentFrequency rarity, RankingWeights weights, Language language) {
        this.vocabulary = vocabulary;
        this.rarity = rarity;
        this.weights = weights;
        this.analyzer = new Analyzer(language);
    }

    /** The words to search for; none if the query consists of function words. */
    public QueryWords read(String query) {
        var text = QueryBounds.shortened(query);
        if (analyzer.analyze(text).stream().allMatch(analyzer::isFunctionWord)) {
            return QueryWords.NONE;
        }
        var tokens = distinctTokens(AMOUNT.matcher(text).replaceAll("$0 count"));
        var matches = new WordMatches(vocabulary, weights);
        var found = new ArrayList<QueryTerm>(tokens.size());
        double unknown = 0;
        int position = 0;
        for (var token : tokens) {
            var term = term(token, position++, matches.of(token));
            if (!term.matches().isEmpty()) {
                found.add(term);
            } else if (token.kind() != SearchToken.Kind.NUMBER) {
                unknown += term.importance();
            }
        }
        return new QueryWords(mostImportant(found), unknown);
    }

    private Collection<SearchToken> distinctTokens(String text) {
        var byTerm = new LinkedHashMap<String, SearchToken>();
        for (var token : analyzer.analyze(text)) {
            byTerm.putIfAbsent(token.term(), token);
        }
        return byTerm.values();
    }

    private QueryTerm term(SearchToken token, int position, List<Match> matches) {
        return new QueryTerm(token.surface(), position, weight(token), rarity.of(documentFrequency(matches)), matches);
    }

    /** The frequency of the word itself if tools contain it, otherwise of all its matches together. */
    private int documentFrequency(List<Match> matches) {
        return matches.stream()
                .limit(!matches.isEmpty() && matches.getFirst().kind() == MatchKind.SAME ? 1 : matches.size())
                .mapToInt(match -> vocabulary.documentFrequency(match.termId()))
                .sum();
    }

    private double weight(SearchToken token) {
        if (token.kind() == SearchToken.Kind.NUMBER) {
            return weights.number();
        }
        return analyzer.isFunctionWord(token) || analyzer.isChatter(token) ? weights.faintWord() : 1;
    }

    private static List<QueryTerm> mostImportant(List<QueryTerm> terms) {
        return terms.stream()
                .sorted(Comparator.comparingDouble(QueryTerm::importance).reversed())
                .limit(QueryBounds.MOST_WORDS)
                .sorted(Comparator.comparingInt(QueryTerm::position))
                .toList();
    }
}
