package dev.hyperterse.runtime.search;

import java.util.function.Consumer;

/** One tool found. */
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

    /** 1 to 100; 100 says that the query is the tool's name. */
    public int relevanceScore() {
        return relevanceScore;
    }

    /** Hands on the hit as JSON, UTF-8, escaped for a JSON string that it becomes a part of. */
    public void writeInsideString(Consumer<byte[]> target) {
        found.hit().writeTo(target, relevanceScore);
    }

    /** How many bytes that are, at most. */
    public int size() {
        return found.hit().size();
    }
}
