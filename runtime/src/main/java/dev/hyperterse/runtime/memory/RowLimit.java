package dev.hyperterse.runtime.memory;

/**
 * The limit of a result's rows.
 *
 * @param truncates whether a call that finds more answers with the first ones; it fails otherwise
 */
public record RowLimit(int most, boolean truncates) {
    /** As many as the adapter allows. */
    public static final RowLimit NONE = new RowLimit(Integer.MAX_VALUE, false);
}
