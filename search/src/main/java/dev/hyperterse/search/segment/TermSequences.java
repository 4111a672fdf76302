package dev.hyperterse.search.segment;

import dev.hyperterse.search.document.AnalyzedDocument;
import dev.hyperterse.search.document.SearchField;
import dev.hyperterse.search.text.SearchToken;
import java.util.List;

/** The terms of one field of each tool of a segment in the order of the text, by the segment's own numbers. */
public final class TermSequences {
    /** Further words count neither for coverage nor for pairs. */
    private static final int LONGEST = 255;

    private final int[][] sequences;

    private TermSequences(int[][] sequences) {
        this.sequences = sequences;
    }

    static TermSequences of(List<AnalyzedDocument> documents, SearchField field, TermTable terms) {
        var sequences = new int[documents.size()][];
        for (int document = 0; document < sequences.length; document++) {
            sequences[document] = documents.get(document).tokens(field).stream()
                    .filter(token -> token.kind() != SearchToken.Kind.WHOLE)
                    .limit(LONGEST)
                    .mapToInt(token -> terms.find(token.term()))
                    .toArray();
        }
        return new TermSequences(sequences);
    }

    /** The sequence of a document, not copied; must not be changed. */
    public int[] sequence(int document) {
        return sequences[document];
    }
}
