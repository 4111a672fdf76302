package dev.hyperterse.calls.result;

import dev.hyperterse.calls.memory.RowLimit;
import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.catalog.RowShape;
import java.util.Optional;

/**
 * The limit and the format of a call's rows.
 *
 * @param tokens the most that a model reads of the answer
 * @param cursor of truncated answers, if the tool has keys
 */
public record RowRules(
        RowLimit limit, TokenLimit tokens, RowFormat format, RowShape shape, Optional<KeysetCursor> cursor) {
    /** Rows as JSON, limited only by the adapter. */
    public static final RowRules STANDARD =
            new RowRules(RowLimit.NONE, RowFormat.Rows, RowShape.Rows, Optional.empty());

    /** The JSON of rows is at most this many times larger inside of a string. */
    private static final int LARGEST_IN_STRING = 4;

    /** Rules without a limit of tokens. */
    public RowRules(RowLimit limit, RowFormat format, RowShape shape, Optional<KeysetCursor> cursor) {
        this(limit, TokenLimit.NONE, format, shape, cursor);
    }

    public static RowRules of(ResultRules rules) {
        var truncates =
                switch (rules.overflow()) {
                    case Fail -> false;
                    case Truncate -> true;
                };
        int most =
                switch (rules.shape()) {
                    case Rows -> rules.maxRows().orElse(RowLimit.NONE.most());
                    case Row, Value -> 1;
                };
        var tokens = rules.maxTokens().map(TokenLimit::new).orElse(TokenLimit.NONE);
        return new RowRules(
                new RowLimit(most, truncates, enough(rules.format(), tokens)),
                tokens,
                rules.format(),
                rules.shape(),
                rules.keyset().map(KeysetCursor::new));
    }

    /** The names in each row of JSON are once in other formats, so only the size of an answer bounds what is read for them. */
    private static long enough(RowFormat format, TokenLimit tokens) {
        return format == RowFormat.Rows ? LARGEST_IN_STRING * tokens.bytes() : Long.MAX_VALUE;
    }

    /** Whether long texts are cut where one row alone is too large. One row or value cannot end earlier. */
    public boolean cutsTexts() {
        return limit.truncates() || shape != RowShape.Rows;
    }

    /** Whether the JSON of the connector is the text of the answer as it is. */
    public boolean unchanged() {
        return format == RowFormat.Rows && shape == RowShape.Rows && cursor.isEmpty();
    }
}
