package dev.hyperterse.runtime.search;

import dev.hyperterse.runtime.search.QueryTerm.Likeness;
import dev.hyperterse.runtime.search.QueryTerm.Match;
import dev.hyperterse.runtime.search.text.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * Finds the terms of a catalog that a word of a query stands for: the word itself and, less, words that begin with it;
 * when there is neither, words that differ by one typing error. Made for one query, whose work it bounds.
 */
final class WordMatches {
    /** Words of fewer letters are the beginning of too much. */
    private static final int SHORTEST_PREFIX = 3;

    private static final int SHORTEST_MISTYPED = 4;

    /** Of the words that begin with one that is itself in the catalog. */
    private static final int MOST_RELATIVES = 4;

    private static final int MOST_MATCHES = 16;

    /** Of the words with the same beginning, in the order of the alphabet. */
    private static final int MOST_BEGINNINGS = 256;

    /** Looking for typing errors visits the whole vocabulary; a query of unknown words must not do so for each of them. */
    static final int MOST_MISTYPED_WORDS = 6;

    private final Vocabulary vocabulary;
    private final RankingWeights weights;
    private int mistypedWords;

    WordMatches(Vocabulary vocabulary, RankingWeights weights) {
        this.vocabulary = vocabulary;
        this.weights = weights;
    }

    List<Match> of(Token token) {
        int same = vocabulary.find(token.term());
        if (token.kind() == Token.Kind.NUMBER) {
            return same == TermTable.ABSENT ? List.of() : List.of(same(same));
        }
        if (same == TermTable.ABSENT) {
            var beginnings = matches(beginningWith(token.surface()), weights.prefix(), Likeness.PREFIX, MOST_MATCHES);
            return beginnings.isEmpty() ? mistyped(token) : beginnings;
        }
        var matches = new ArrayList<Match>();
        matches.add(same(same));
        matches(beginningWith(token.term()), weights.relative(), Likeness.PREFIX, MOST_RELATIVES + 1).stream()
                .filter(match -> match.termId() != same)
                .limit(MOST_RELATIVES)
                .forEach(matches::add);
        return matches;
    }

    private Match same(int termId) {
        return new Match(termId, vocabulary.term(termId), 1, Likeness.SAME);
    }

    private List<Integer> beginningWith(String word) {
        if (word.length() < SHORTEST_PREFIX) {
            return List.of();
        }
        var lexicon = vocabulary.lexicon();
        var found = new ArrayList<Integer>();
        int first = lexicon.firstFrom(word);
        int end = Math.min(lexicon.size(), first + MOST_BEGINNINGS);
        for (int at = first; at < end && lexicon.word(at).startsWith(word); at++) {
            found.add(at);
        }
        return found;
    }

    private List<Match> mistyped(Token token) {
        if (token.surface().length() < SHORTEST_MISTYPED || mistypedWords == MOST_MISTYPED_WORDS) {
            return List.of();
        }
        mistypedWords++;
        var candidates = vocabulary.lexicon().oneErrorFrom(token.surface());
        return matches(candidates, weights.typingError(), Likeness.TYPING_ERROR, MOST_MATCHES);
    }

    /** One match for each term, the most frequent first: a beginning of many words means the common one. */
    private List<Match> matches(List<Integer> positions, double weight, Likeness likeness, int most) {
        var lexicon = vocabulary.lexicon();
        var seen = new HashSet<Integer>();
        return positions.stream()
                .map(lexicon::termId)
                .filter(seen::add)
                .map(id -> new Match(id, vocabulary.term(id), weight, likeness))
                .sorted(Comparator.comparing((Match match) -> -vocabulary.documentFrequency(match.termId()))
                        .thenComparing(Match::term))
                .limit(most)
                .toList();
    }
}
