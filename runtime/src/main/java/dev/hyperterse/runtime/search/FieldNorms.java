package dev.hyperterse.runtime.search;

import java.util.List;

/** What one occurrence of a word counts in a field of a given length, computed once per index for every length. */
final class FieldNorms {
    private final float[] norms = new float[SearchField.COUNT * (FieldLengths.LONGEST + 1)];

    FieldNorms(List<SearchSegment> segments, int tools, RankingWeights weights) {
        for (int field = 0; field < SearchField.COUNT; field++) {
            int each = field;
            long total = segments.stream()
                    .mapToLong(segment -> segment.lengths().total(each))
                    .sum();
            double average = Math.max(1, (double) total / Math.max(1, tools));
            double penalty = weights.lengthPenalty().get(field);
            for (int length = 0; length <= FieldLengths.LONGEST; length++) {
                norms[index(field, length)] =
                        (float) (weights.fields().get(field) / (1 - penalty + penalty * length / average));
            }
        }
    }

    float norm(int field, int length) {
        return norms[index(field, length)];
    }

    private static int index(int field, int length) {
        return field * (FieldLengths.LONGEST + 1) + length;
    }
}
