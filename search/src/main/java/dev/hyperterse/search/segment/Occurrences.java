package dev.hyperterse.search.segment;

import dev.hyperterse.search.document.AnalyzedDocument;
import dev.hyperterse.search.document.SearchField;
import dev.hyperterse.search.text.SearchToken;
import java.util.List;

/**
 * The score of the occurrences of a word in a tool: higher in a field with more weight, lower in a long one, and each
 * further occurrence adds less. Lengths are relative to a typical tool and not to the catalog, so that the scores of a
 * tool do not depend on other tools and are computed once, when it is indexed.
 */
public record Occurrences(RankingWeights weights) {
    /** Words in the fields of a typical tool, by {@link SearchField}. */
    private static final int[] TYPICAL_LENGTHS = {4, 15, 20, 4, 20, 8};

    /** The score of one occurrence in each field of a tool, by ordinal. */
    public double[] each(AnalyzedDocument document) {
        var each = new double[SearchField.COUNT];
        for (int field = 0; field < each.length; field++) {
            double penalty = weights.lengthPenalty().get(field);
            double length = length(document.fields().get(field));
            each[field] = weights.fields().get(field) / (1 - penalty + penalty * length / TYPICAL_LENGTHS[field]);
        }
        return each;
    }

    /** Maps the sum over all occurrences to a number between 0 and 1. */
    public double saturated(double sum) {
        return sum / (weights.saturation() + sum);
    }

    /** An identifier as a whole is not counted in addition to its parts. */
    private static int length(List<SearchToken> tokens) {
        int length = 0;
        for (var token : tokens) {
            length += token.kind() == SearchToken.Kind.WHOLE ? 0 : 1;
        }
        return length;
    }
}
