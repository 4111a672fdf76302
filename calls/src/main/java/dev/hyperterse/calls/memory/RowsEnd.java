package dev.hyperterse.calls.memory;

import java.util.List;

/**
 * The properties of a complete result, without its rows.
 *
 * @param truncated whether rows were omitted
 * @param columns the names of the columns of a result without rows, if the engine reports them
 */
public record RowsEnd(boolean truncated, List<String> columns) {
    public static final RowsEnd COMPLETE = new RowsEnd(false, List.of());

    /** Rows were left out. */
    public static final RowsEnd TRUNCATED = new RowsEnd(true, List.of());

    public RowsEnd {
        columns = List.copyOf(columns);
    }
}
