package dev.hyperterse.search;

import dev.hyperterse.search.document.AnalyzedDocument;
import dev.hyperterse.search.document.SearchDocument;
import java.util.function.Consumer;

/** A tool that was found. */
public final class SearchHit {
    private final AnalyzedDocument found;
    private final int relevanceScore;

    SearchHit(AnalyzedDocument found, int relevanceScore) {
        this.found = found;
        this.relevanceScore = relevanceScore;
    }

    public SearchDocument document() {
        return found.document();
    }

    public String name() {
        return found.document().name();
    }

    /** 1 to 100; 100 means that the query is the name of the tool. */
    public int relevanceScore() {
        return relevanceScore;
    }

    /** Writes the hit as JSON in UTF-8, escaped as a part of a JSON string. */
    public void writeInsideString(Consumer<byte[]> target) {
        found.hit().writeTo(target, relevanceScore);
    }

    /** The maximum number of these bytes. */
    public int size() {
        return found.hit().size();
    }
}
