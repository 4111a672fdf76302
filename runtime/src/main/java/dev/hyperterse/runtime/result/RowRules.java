package dev.hyperterse.runtime.result;

import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.runtime.memory.RowLimit;

/** How many rows the answer of a call has, and how they look. */
public record RowRules(RowLimit limit, RowFormat format) {
    /** As many as the adapter allows, as JSON. */
    public static final RowRules STANDARD = new RowRules(RowLimit.NONE, RowFormat.Rows);

    public static RowRules of(ResultRules rules) {
        var truncates =
                switch (rules.overflow()) {
                    case Fail -> false;
                    case Truncate -> true;
                };
        return new RowRules(new RowLimit(rules.maxRows().orElse(RowLimit.NONE.most()), truncates), rules.format());
    }

    /** Whether the JSON of the connector is the text of the answer. */
    public boolean unchanged() {
        return format == RowFormat.Rows;
    }
}
