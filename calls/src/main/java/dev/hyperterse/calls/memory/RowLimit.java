package dev.hyperterse.calls.memory;

/**
 * The limit of a result's rows.
 *
 * @param truncates whether a call with more rows returns the first ones; otherwise it fails
 */
public record RowLimit(int most, boolean truncates) {
    /** No limit besides that of the adapter. */
    public static final RowLimit NONE = new RowLimit(Integer.MAX_VALUE, false);
}
