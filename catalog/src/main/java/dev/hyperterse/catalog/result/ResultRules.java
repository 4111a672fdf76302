package dev.hyperterse.catalog.result;

import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param marked whether the text says where its data begins and ends, because strangers write it
 */
public record ResultRules(
        Optional<Integer> maxRows,
        Optional<Integer> maxTokens,
        Overflow overflow,
        RowFormat format,
        RowShape shape,
        Optional<Keyset> keyset,
        Optional<ForScripts> forScripts,
        // Earlier builds refuse members that they do not know.
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean marked) {
    /** The rules of a tool that has none. */
    public static final ResultRules NONE =
            new ResultRules(Optional.empty(), Overflow.Fail, RowFormat.Rows, RowShape.Rows, Optional.empty());

    /** Rules for rows that are not marked. */
    public ResultRules(
            Optional<Integer> maxRows,
            Optional<Integer> maxTokens,
            Overflow overflow,
            RowFormat format,
            RowShape shape,
            Optional<Keyset> keyset,
            Optional<ForScripts> forScripts) {
        this(maxRows, maxTokens, overflow, format, shape, keyset, forScripts, false);
    }

    /** Rules without a limit of tokens, and the same limit for scripts. */
    public ResultRules(
            Optional<Integer> maxRows, Overflow overflow, RowFormat format, RowShape shape, Optional<Keyset> keyset) {
        this(maxRows, Optional.empty(), overflow, format, shape, keyset, Optional.empty());
    }

    /** The same rules for data that strangers write. */
    public ResultRules asMarked() {
        return new ResultRules(maxRows, maxTokens, overflow, format, shape, keyset, forScripts, true);
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
