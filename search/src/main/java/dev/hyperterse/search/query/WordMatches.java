package dev.hyperterse.search.query;

import dev.hyperterse.search.query.QueryTerm.Match;
import dev.hyperterse.search.query.QueryTerm.MatchKind;
import dev.hyperterse.search.segment.RankingWeights;
import dev.hyperterse.search.segment.TermTable;
import dev.hyperterse.search.text.SearchToken;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the terms of a catalog that match a word of a query: the word itself and, with less weight, words that begin
 * with it; if there are none, words that differ by one typing error. Made for one query, whose work it limits.
 */
public final class WordMatches {
    /** Shorter prefixes match too many words. */
    private static final int SHORTEST_PREFIX = 3;

    private static final int SHORTEST_MISTYPED = 4;

    /** The limit of words that begin with a word that is itself in the catalog. */
    private static final int MOST_RELATIVES = 4;

    private static final int MOST_MATCHES = 16;

    /** The limit of examined words with the same prefix, in alphabetical order. */
    private static final int MOST_BEGINNINGS = 128;

    /** A search for typing errors visits the whole vocabulary, so only some words of a query may do that. */
    public static final int MOST_MISTYPED_WORDS = 6;

    /** Each half-typed word matches up to {@link #MOST_MATCHES} others, so their number is limited. */
    private static final int MOST_HALF_TYPED_WORDS = 8;

    private final Vocabulary vocabulary;
    private final RankingWeights weights;
    private int mistypedWords;
    private int halfTypedWords;

    WordMatches(Vocabulary vocabulary, RankingWeights weights) {
        this.vocabulary = vocabulary;
        this.weights = weights;
    }

    List<Match> of(SearchToken token) {
        int same = vocabulary.find(token.term());
        if (token.kind() == SearchToken.Kind.NUMBER) {
            return same == TermTable.ABSENT ? List.of() : List.of(same(same));
        }
        if (same == TermTable.ABSENT) {
            var beginnings = beginningWith(token.surface(), new MostFrequent(MOST_MATCHES));
            return beginnings.isEmpty() ? mistyped(token) : halfTyped(beginnings);
        }
        var relatives = beginningWith(token.term(), new MostFrequent(MOST_RELATIVES, same));
        var matches = new ArrayList<Match>();
        matches.add(same(same));
        matches.addAll(matches(relatives, weights.relative(), MatchKind.PREFIX));
        return matches;
    }

    private Match same(int termId) {
        return new Match(termId, vocabulary.term(termId), 1, MatchKind.SAME);
    }

    private MostFrequent beginningWith(String word, MostFrequent found) {
        if (word.length() >= SHORTEST_PREFIX) {
            var lexicon = vocabulary.lexicon();
            int looked = 0;
            for (int at = lexicon.firstFrom(word);
                    looked < MOST_BEGINNINGS
                            && at < lexicon.size()
                            && lexicon.word(at).startsWith(word);
                    at++) {
                looked += exists(lexicon.termId(at)) ? 1 : 0;
                found.offer(lexicon.termId(at));
            }
        }
        return found;
    }

    /** The lexicon also contains words of tools that the caller does not see. */
    private boolean exists(int termId) {
        return vocabulary.documentFrequency(termId) > 0;
    }

    private List<Match> halfTyped(MostFrequent beginnings) {
        if (halfTypedWords == MOST_HALF_TYPED_WORDS) {
            return List.of();
        }
        halfTypedWords++;
        return matches(beginnings, weights.prefix(), MatchKind.PREFIX);
    }

    private List<Match> mistyped(SearchToken token) {
        if (token.surface().length() < SHORTEST_MISTYPED || mistypedWords == MOST_MISTYPED_WORDS) {
            return List.of();
        }
        mistypedWords++;
        var lexicon = vocabulary.lexicon();
        var found = new MostFrequent(MOST_MATCHES);
        lexicon.oneErrorFrom(token.surface()).forEach(at -> found.offer(lexicon.termId(at)));
        return matches(found, weights.typingError(), MatchKind.TYPING_ERROR);
    }

    private List<Match> matches(MostFrequent terms, double weight, MatchKind kind) {
        var matches = new ArrayList<Match>(terms.size);
        for (int at = 0; at < terms.size; at++) {
            matches.add(new Match(terms.ids[at], vocabulary.term(terms.ids[at]), weight, kind));
        }
        return matches;
    }

    /** The most frequent different terms: a prefix of many words most likely means a common one. */
    private final class MostFrequent {
        private final int[] ids;
        private final int except;
        private int size;

        MostFrequent(int most) {
            this(most, TermTable.ABSENT);
        }

        MostFrequent(int most, int except) {
            this.ids = new int[most];
            this.except = except;
        }

        boolean isEmpty() {
            return size == 0;
        }

        void offer(int id) {
            if (id == except || !exists(id) || contains(id) || size == ids.length && !isBefore(id, ids[size - 1])) {
                return;
            }
            int at = size < ids.length ? size++ : size - 1;
            while (at > 0 && isBefore(id, ids[at - 1])) {
                ids[at] = ids[at - 1];
                at--;
            }
            ids[at] = id;
        }

        private boolean contains(int id) {
            for (int at = 0; at < size; at++) {
                if (ids[at] == id) {
                    return true;
                }
            }
            return false;
        }

        private boolean isBefore(int id, int other) {
            int more = vocabulary.documentFrequency(id) - vocabulary.documentFrequency(other);
            return more != 0 ? more > 0 : vocabulary.term(id).compareTo(vocabulary.term(other)) < 0;
        }
    }
}
