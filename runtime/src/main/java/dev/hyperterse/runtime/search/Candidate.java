package dev.hyperterse.runtime.search;

import java.util.Comparator;

/** A tool that contains a word of the query, with what its words score. */
record Candidate(PlacedSegment placed, int document, double score) {
    /** Ties go by name, so that the order is the same on every replica. */
    static final Comparator<Candidate> BEST_FIRST =
            Comparator.comparingDouble(Candidate::score).reversed().thenComparing(Candidate::name);

    AnalyzedDocument analyzed() {
        return placed.segment().document(document);
    }

    String name() {
        return analyzed().document().name();
    }

    Candidate scoring(double other) {
        return new Candidate(placed, document, other);
    }
}
