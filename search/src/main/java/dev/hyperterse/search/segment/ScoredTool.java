package dev.hyperterse.search.segment;

import dev.hyperterse.search.document.AnalyzedDocument;
import java.util.Comparator;

/** A tool that contains a word of the query, with its score. */
public record ScoredTool(PlacedSegment placed, int document, double score) {
    /** Ties are broken by name, so that the order is the same on every replica. */
    public static final Comparator<ScoredTool> BEST_FIRST =
            Comparator.comparingDouble(ScoredTool::score).reversed().thenComparing(ScoredTool::name);

    public AnalyzedDocument analyzed() {
        return placed.segment().document(document);
    }

    public String name() {
        return analyzed().document().name();
    }

    public ScoredTool scoring(double other) {
        return new ScoredTool(placed, document, other);
    }
}
