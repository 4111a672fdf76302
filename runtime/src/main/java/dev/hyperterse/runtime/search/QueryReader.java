package dev.hyperterse.runtime.search;

import dev.hyperterse.runtime.search.QueryTerm.Likeness;
import dev.hyperterse.runtime.search.QueryTerm.Match;
import dev.hyperterse.runtime.search.text.Analyzer;
import dev.hyperterse.runtime.search.text.Language;
import dev.hyperterse.runtime.search.text.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;

/** Finds the words of a query in the vocabulary; what is not there as written is looked for as a beginning or a typing error. */
final class QueryReader {
    /** Words of fewer letters are the beginning of too much. */
    private static final int SHORTEST_PREFIX = 3;

    private static final int SHORTEST_MISTYPED = 4;
    private static final int MOST_MATCHES = 16;

    /** Looking for typing errors visits the whole vocabulary; a query of nothing but unknown words must not do so for each. */
    private static final int MOST_MISTYPED_WORDS = 6;

    private final Vocabulary vocabulary;
    private final Rarity rarity;
    private final RankingWeights weights;
    private final Analyzer analyzer;
    private int mistypedWords;

    QueryReader(Vocabulary vocabulary, Rarity rarity, RankingWeights weights, Language language) {
        this.vocabulary = vocabulary;
        this.rarity = rarity;
        this.weights = weights;
        this.analyzer = new Analyzer(language);
    }

    /** The words that are looked for; empty when the query has none, or none that is anywhere in the catalog. */
    List<QueryTerm> read(String query) {
        var byTerm = new LinkedHashMap<String, Token>();
        for (var token : analyzer.analyze(QueryBounds.shortened(query))) {
            if (byTerm.size() < QueryBounds.MOST_WORDS) {
                byTerm.putIfAbsent(token.term(), token);
            }
        }
        var terms = new ArrayList<QueryTerm>(byTerm.size());
        for (var token : byTerm.values()) {
            terms.add(term(token, terms.size()));
        }
        return terms;
    }

    private QueryTerm term(Token token, int position) {
        var matches = matches(token);
        int frequency = matches.stream()
                .mapToInt(match -> vocabulary.documentFrequency(match.termId()))
                .sum();
        return new QueryTerm(token.surface(), position, weight(token), rarity.of(frequency), matches);
    }

    private double weight(Token token) {
        if (token.kind() == Token.Kind.NUMBER) {
            return weights.number();
        }
        return analyzer.isSoft(token) ? weights.softWord() : 1;
    }

    private List<Match> matches(Token token) {
        int same = vocabulary.find(token.term());
        if (same != TermTable.ABSENT) {
            return List.of(new Match(same, token.term(), 1, Likeness.SAME));
        }
        if (token.kind() == Token.Kind.NUMBER || token.kind() == Token.Kind.WHOLE) {
            return List.of();
        }
        var beginnings = beginningWith(token.surface());
        return beginnings.isEmpty() ? mistyped(token.surface()) : beginnings;
    }

    private List<Match> beginningWith(String word) {
        if (word.length() < SHORTEST_PREFIX) {
            return List.of();
        }
        var lexicon = vocabulary.lexicon();
        var found = new ArrayList<Integer>();
        for (int at = lexicon.firstFrom(word);
                at < lexicon.size() && lexicon.word(at).startsWith(word);
                at++) {
            found.add(at);
        }
        return matches(found, weights.prefix(), Likeness.PREFIX);
    }

    private List<Match> mistyped(String word) {
        if (word.length() < SHORTEST_MISTYPED || ++mistypedWords > MOST_MISTYPED_WORDS) {
            return List.of();
        }
        return matches(vocabulary.lexicon().oneErrorFrom(word), weights.typingError(), Likeness.TYPING_ERROR);
    }

    /** One match for each term, the most frequent first: a beginning of many words means the common one. */
    private List<Match> matches(List<Integer> positions, double weight, Likeness likeness) {
        var lexicon = vocabulary.lexicon();
        var seen = new HashSet<Integer>();
        return positions.stream()
                .map(lexicon::termId)
                .filter(seen::add)
                .map(id -> new Match(id, vocabulary.term(id), weight, likeness))
                .sorted(Comparator.comparing((Match match) -> -vocabulary.documentFrequency(match.termId()))
                        .thenComparing(Match::term))
                .limit(MOST_MATCHES)
                .toList();
    }
}
