package dev.hyperterse.rule;

import java.util.Map;

/**
 * What there was before a call, by {@link dev.hyperterse.catalog.access.PastCalls#key}: the values of a rule that looks back.
 */
public record PastValues(Map<String, Long> counts, Map<String, Double> sums) {
    /** For rules that do not look back. */
    public static final PastValues NONE = new PastValues(Map.of(), Map.of());

    /** The value of the variable {@code history}. */
    public Map<String, ?> variable() {
        return Map.of(PastCallMacros.COUNTS, counts, PastCallMacros.SUMS, sums);
    }
}
