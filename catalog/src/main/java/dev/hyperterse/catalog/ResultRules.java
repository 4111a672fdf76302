package dev.hyperterse.catalog;

import java.util.Optional;

/**
 * The limit and the format of a tool's rows. Row and Value have a limit of one row and no format.
 *
 * @param maxRows the limit of the tool; that of its adapter holds as well
 * @param maxTokens the most that a model reads of an answer, each token four bytes of UTF-8
 * @param overflow what happens to a result with more rows or tokens
 * @param keyset what a truncated answer is continued by
 * @param forScripts the limit for scripts that call the tool, where it is another: what a server limits for models is
 *     not for programs, which would count the first rows only
 */
public record ResultRules(
        Optional<Integer> maxRows,
        Optional<Integer> maxTokens,
        Overflow overflow,
        RowFormat format,
        RowShape shape,
        Optional<Keyset> keyset,
        Optional<ForScripts> forScripts) {
    /** Rules without a limit of tokens, and the same limit for scripts. */
    public ResultRules(
            Optional<Integer> maxRows, Overflow overflow, RowFormat format, RowShape shape, Optional<Keyset> keyset) {
        this(maxRows, Optional.empty(), overflow, format, shape, keyset, Optional.empty());
    }

    /** The limit that the author of the tool has set. */
    public record ForScripts(Optional<Integer> maxRows, Overflow overflow) {}

    /** The end of a result that is too large. */
    public enum Overflow {
        /** The call fails. */
        Fail,
        /** The answer has the first rows and says that there are more. */
        Truncate
    }
}
