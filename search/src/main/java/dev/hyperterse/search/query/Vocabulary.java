package dev.hyperterse.search.query;

import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.segment.TermTable;
import java.util.Arrays;
import java.util.Collection;

/**
 * The terms of all segments and the number of tools in which each occurs; immutable. A change of a few segments is
 * applied to the former vocabulary, so that the cost of a reload does not depend on unchanged slots.
 */
public final class Vocabulary {
    public static final Vocabulary EMPTY = new Vocabulary(TermTable.EMPTY, new int[0], 0, Lexicon.EMPTY);

    private static final int TOLERATED_DEAD_TERMS = 4_096;

    private final TermTable terms;
    private final int[] documentFrequencies;
    private final int deadTerms;
    private final Lexicon lexicon;

    private Vocabulary(TermTable terms, int[] documentFrequencies, int deadTerms, Lexicon lexicon) {
        this.terms = terms;
        this.documentFrequencies = documentFrequencies;
        this.deadTerms = deadTerms;
        this.lexicon = lexicon;
    }

    public Vocabulary changed(Collection<SearchSegment> removed, Collection<SearchSegment> added) {
        var extended = terms;
        for (var segment : added) {
            extended = extended.extendedBy(segment.terms().all());
        }
        var frequencies = Arrays.copyOf(documentFrequencies, extended.size());
        for (var segment : removed) {
            count(segment, extended, frequencies, -1);
        }
        for (var segment : added) {
            count(segment, extended, frequencies, 1);
        }
        int dead = (int)
                Arrays.stream(frequencies).filter(frequency -> frequency == 0).count();
        return new Vocabulary(extended, frequencies, dead, lexicon.changed(removed, added, extended));
    }

    /** The vocabulary with other frequencies; terms with frequency zero are not found. */
    public Vocabulary counting(int[] frequencies) {
        return new Vocabulary(terms, frequencies, deadTerms, lexicon);
    }

    private static void count(SearchSegment segment, TermTable terms, int[] frequencies, int sign) {
        for (int term = 0; term < segment.terms().size(); term++) {
            frequencies[terms.find(segment.terms().term(term))] +=
                    sign * segment.postings().documentFrequency(term);
        }
    }

    /** Terms without tools keep their ids; if there are too many of them, the vocabulary has to be rebuilt. */
    public boolean mustBeRebuilt() {
        return deadTerms > TOLERATED_DEAD_TERMS && deadTerms > terms.size() / 2;
    }

    public int[] idsOf(SearchSegment segment) {
        var ids = new int[segment.terms().size()];
        Arrays.setAll(ids, term -> terms.find(segment.terms().term(term)));
        return ids;
    }

    int find(String term) {
        int id = terms.find(term);
        return id == TermTable.ABSENT || documentFrequencies[id] == 0 ? TermTable.ABSENT : id;
    }

    String term(int id) {
        return terms.term(id);
    }

    public int documentFrequency(int id) {
        return documentFrequencies[id];
    }

    public int size() {
        return terms.size();
    }

    public Lexicon lexicon() {
        return lexicon;
    }
}
