package dev.hyperterse.calls.result;

import dev.hyperterse.calls.memory.RowLimit;
import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.catalog.RowShape;
import java.util.Optional;

/**
 * The limit and the format of a call's rows.
 *
 * @param cursor of truncated answers, if the tool has keys
 */
public record RowRules(RowLimit limit, RowFormat format, RowShape shape, Optional<KeysetCursor> cursor) {
    /** Rows as JSON, limited only by the adapter. */
    public static final RowRules STANDARD =
            new RowRules(RowLimit.NONE, RowFormat.Rows, RowShape.Rows, Optional.empty());

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
        return new RowRules(
                new RowLimit(most, truncates),
                rules.format(),
                rules.shape(),
                rules.keyset().map(KeysetCursor::new));
    }

    /** Whether the JSON of the connector is the text of the answer as it is. */
    public boolean unchanged() {
        return format == RowFormat.Rows && shape == RowShape.Rows && cursor.isEmpty();
    }
}
