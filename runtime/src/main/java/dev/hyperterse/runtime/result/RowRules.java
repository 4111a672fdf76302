package dev.hyperterse.runtime.result;

import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.catalog.RowShape;
import dev.hyperterse.runtime.memory.RowLimit;

/** How many rows the answer of a call has, and how they look. */
public record RowRules(RowLimit limit, RowFormat format, RowShape shape) {
    /** As many as the adapter allows, as JSON. */
    public static final RowRules STANDARD = new RowRules(RowLimit.NONE, RowFormat.Rows, RowShape.Rows);

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
        return new RowRules(new RowLimit(most, truncates), rules.format(), rules.shape());
    }

    /** Whether the JSON of the connector is the text of the answer. */
    public boolean unchanged() {
        return format == RowFormat.Rows && shape == RowShape.Rows;
    }
}
