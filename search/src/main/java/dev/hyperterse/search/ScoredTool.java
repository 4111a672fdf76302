package dev.hyperterse.search;

import java.util.Comparator;

/** A tool that contains a word of the query, with its score. */
record ScoredTool(PlacedSegment placed, int document, double score) {
    /** Ties are broken by name, so that the order is the same on every replica. */
    static final Comparator<ScoredTool> BEST_FIRST =
            Comparator.comparingDouble(ScoredTool::score).reversed().thenComparing(ScoredTool::name);

    AnalyzedDocument analyzed() {
        return placed.segment().document(document);
    }

    String name() {
        return analyzed().document().name();
    }

    ScoredTool scoring(double other) {
        return new ScoredTool(placed, document, other);
    }
}
