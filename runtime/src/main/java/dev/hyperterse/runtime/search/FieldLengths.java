package dev.hyperterse.runtime.search;

import dev.hyperterse.runtime.search.text.Token;
import java.util.List;

/** How many tokens each field of each tool of a segment has. The whole of an identifier is not counted beside its pieces. */
final class FieldLengths {
    /** Longer fields count as this long: the weight of a word in them is next to nothing already. */
    static final int LONGEST = 255;

    private final byte[] lengths;
    private final long[] totals = new long[SearchField.COUNT];

    private FieldLengths(int documents) {
        this.lengths = new byte[documents * SearchField.COUNT];
    }

    static FieldLengths of(List<AnalyzedDocument> documents) {
        var lengths = new FieldLengths(documents.size());
        for (int document = 0; document < documents.size(); document++) {
            for (int field = 0; field < SearchField.COUNT; field++) {
                int length = 0;
                for (var token : documents.get(document).fields().get(field)) {
                    length += token.kind() == Token.Kind.WHOLE ? 0 : 1;
                }
                lengths.set(document, field, Math.min(length, LONGEST));
            }
        }
        return lengths;
    }

    private void set(int document, int field, int length) {
        lengths[document * SearchField.COUNT + field] = (byte) length;
        totals[field] += length;
    }

    int length(int document, int field) {
        return lengths[document * SearchField.COUNT + field] & 0xFF;
    }

    long total(int field) {
        return totals[field];
    }
}
