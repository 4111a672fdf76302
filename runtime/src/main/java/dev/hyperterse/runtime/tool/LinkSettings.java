package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.DecisionPoint;
import dev.hyperterse.runtime.access.KeptHistory;
import dev.hyperterse.runtime.tool.masking.ColumnMasks;
import dev.hyperterse.runtime.tool.statement.CommentSettings;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a server that a linked tool depends on; tools are linked again if they differ.
 *
 * @param adapters by name; compared by identity
 * @param decisionPoint of the server; compared by identity
 * @param history of calls; compared by identity, and what is looked back at by content
 * @param comments present if statements have comments
 * @param masks of columns by the adapters that have any
 */
public record LinkSettings(
        Map<String, LiveAdapter<?>> adapters,
        ValueSet values,
        Optional<DecisionPoint> decisionPoint,
        KeptHistory history,
        Optional<CommentSettings> comments,
        Map<String, ColumnMasks> masks) {
    public LinkSettings {
        adapters = Map.copyOf(adapters);
        // The id of a set may change with each revision, although its values do not.
        values = new ValueSet("", values.entries());
        masks = Map.copyOf(masks);
    }

    /** The settings of a server without a decision point, a history, comments and masking. */
    public LinkSettings(Map<String, LiveAdapter<?>> adapters, ValueSet values) {
        this(adapters, values, Map.of());
    }

    /** The settings of a server without a decision point, a history and comments. */
    public LinkSettings(Map<String, LiveAdapter<?>> adapters, ValueSet values, Map<String, ColumnMasks> masks) {
        this(adapters, values, Optional.empty(), KeptHistory.NONE, Optional.empty(), masks);
    }

    Optional<ColumnMasks> masks(Action.OnAdapter action) {
        return Optional.ofNullable(masks.get(action.adapter()));
    }

    Optional<LiveAdapter<?>> adapter(String name) {
        return Optional.ofNullable(adapters.get(name));
    }
}
