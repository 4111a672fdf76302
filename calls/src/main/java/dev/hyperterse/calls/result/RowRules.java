package dev.hyperterse.calls.result;

import dev.hyperterse.calls.memory.RowLimit;
import dev.hyperterse.calls.result.text.Boundary;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import java.util.Optional;

/**
 * The limit and the format of a call's rows.
 *
 * @param tokens the most that a model reads of the answer
 * @param cursor of truncated answers, if the tool has keys
 * @param ofScripts the limit for scripts that call the tool
 * @param marked whether the text has a {@link Boundary}
 */
public record RowRules(
        RowLimit limit,
        TokenLimit tokens,
        RowFormat format,
        RowShape shape,
        Optional<KeysetCursor> cursor,
        RowLimit ofScripts,
        boolean marked) {
    /** Rows as JSON, limited only by the adapter. */
    public static final RowRules STANDARD =
            new RowRules(RowLimit.NONE, RowFormat.Rows, RowShape.Rows, Optional.empty());

    /** The JSON of rows is at most this many times larger inside of a string. */
    private static final int LARGEST_IN_STRING = 4;

    /** Rules without a limit of tokens. */
    public RowRules(RowLimit limit, RowFormat format, RowShape shape, Optional<KeysetCursor> cursor) {
        this(limit, TokenLimit.NONE, format, shape, cursor);
    }

    /** Rules with the same number of rows for scripts. */
    public RowRules(
            RowLimit limit, TokenLimit tokens, RowFormat format, RowShape shape, Optional<KeysetCursor> cursor) {
        this(limit, tokens, format, shape, cursor, new RowLimit(limit.most(), limit.truncates()), false);
    }

    public static RowRules of(ResultRules rules) {
        var tokens = rules.maxTokens().map(TokenLimit::new).orElse(TokenLimit.NONE);
        var limit = limit(rules.shape(), rules.maxRows(), rules.overflow());
        return new RowRules(
                new RowLimit(limit.most(), limit.truncates(), enough(rules.format(), tokens)),
                tokens,
                rules.format(),
                rules.shape(),
                rules.keyset().map(KeysetCursor::new),
                rules.forScripts()
                        .map(own -> limit(rules.shape(), own.maxRows(), own.overflow()))
                        .orElse(limit),
                rules.marked());
    }

    /** The rules for a script that calls the tool: nothing of it is read by a model. */
    public RowRules forScripts() {
        return new RowRules(ofScripts, TokenLimit.NONE, format, shape, cursor, ofScripts, false);
    }

    /** The same rules for data that strangers write. */
    public RowRules marked(boolean marks) {
        return new RowRules(limit, tokens, format, shape, cursor, ofScripts, marks);
    }

    private static RowLimit limit(RowShape shape, Optional<Integer> maxRows, Overflow overflow) {
        var truncates =
                switch (overflow) {
                    case Fail -> false;
                    case Truncate -> true;
                };
        int most =
                switch (shape) {
                    case Rows -> maxRows.orElse(RowLimit.NONE.most());
                    case Row, Value -> 1;
                };
        return new RowLimit(most, truncates);
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
        return format == RowFormat.Rows && shape == RowShape.Rows && cursor.isEmpty() && !marked;
    }
}
