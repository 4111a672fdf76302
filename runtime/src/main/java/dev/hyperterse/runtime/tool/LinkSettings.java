package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.LiveAdapter;
import java.util.Map;
import java.util.Optional;

/**
 * What of a server a linked tool keeps; tools that were linked with other settings are linked again.
 *
 * @param adapters by name; equal when they are the same objects
 */
public record LinkSettings(Map<String, LiveAdapter<?>> adapters, ValueSet values) {
    public LinkSettings {
        adapters = Map.copyOf(adapters);
    }

    Optional<LiveAdapter<?>> adapter(String name) {
        return Optional.ofNullable(adapters.get(name));
    }
}
