package dev.hyperterse.calls.memory;

/**
 * The limit of a result's rows.
 *
 * @param truncates whether a call with more rows returns the first ones; otherwise it fails
 * @param enough the size of rows in JSON from which a call that truncates reads no further row
 */
public record RowLimit(int most, boolean truncates, long enough) {
    /** No limit besides that of the adapter. */
    public static final RowLimit NONE = new RowLimit(Integer.MAX_VALUE, false);

    /** A limit of the number only. */
    public RowLimit(int most, boolean truncates) {
        this(most, truncates, Long.MAX_VALUE);
    }
}
