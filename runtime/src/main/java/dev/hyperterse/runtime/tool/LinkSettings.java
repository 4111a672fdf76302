package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.DecisionPoint;
import dev.hyperterse.runtime.tool.statement.CommentSettings;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a server that a linked tool depends on; tools are linked again if they differ.
 *
 * @param adapters by name; compared by identity
 * @param decisionPoint of the server; compared by identity
 * @param comments present if statements have comments
 */
public record LinkSettings(
        Map<String, LiveAdapter<?>> adapters,
        ValueSet values,
        Optional<DecisionPoint> decisionPoint,
        Optional<CommentSettings> comments) {
    public LinkSettings {
        adapters = Map.copyOf(adapters);
    }

    /** The settings of a server without a decision point and without comments. */
    public LinkSettings(Map<String, LiveAdapter<?>> adapters, ValueSet values) {
        this(adapters, values, Optional.empty(), Optional.empty());
    }

    Optional<LiveAdapter<?>> adapter(String name) {
        return Optional.ofNullable(adapters.get(name));
    }
}
