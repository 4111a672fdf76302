package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.DecisionPoint;
import dev.hyperterse.runtime.adapter.LiveAdapter;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a server that a linked tool keeps; tools that were linked with other settings are linked again.
 *
 * @param adapters by name; equal when they are the same objects
 * @param decisionPoint that is asked about calls; equal when it is the same object
 * @param comments present where statements have comments
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
