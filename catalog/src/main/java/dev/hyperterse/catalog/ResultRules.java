package dev.hyperterse.catalog;

import java.util.Optional;

/**
 * The limit and the format of a tool's rows. Row and Value have a limit of one row and no format.
 *
 * @param maxRows the limit of the tool; that of its adapter holds as well
 * @param overflow what happens to a result with more rows
 * @param keyset what a truncated answer is continued by
 */
public record ResultRules(
        Optional<Integer> maxRows, Overflow overflow, RowFormat format, RowShape shape, Optional<Keyset> keyset) {
    /** The end of a result with too many rows. */
    public enum Overflow {
        /** The call fails. */
        Fail,
        /** The answer has the first rows and says that there are more. */
        Truncate
    }
}
