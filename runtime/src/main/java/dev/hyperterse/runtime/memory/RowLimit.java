package dev.hyperterse.runtime.memory;

/**
 * How many rows an answer may have.
 *
 * @param truncates whether a call that finds more answers with the first ones; it fails otherwise
 */
public record RowLimit(int most, boolean truncates) {
    /** As many as the adapter allows. */
    public static final RowLimit NONE = new RowLimit(Integer.MAX_VALUE, false);
}
