package dev.hyperterse.catalog.values;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The values a catalog refers to.
 *
 * @param id random, because a digest would reveal something about the values
 */
public record ValueSet(String id, Map<ValueKey, String> entries) {
    public ValueSet {
        entries = entries == null ? Map.of() : new TreeMap<>(entries);
    }

    public static ValueSet empty() {
        return new ValueSet("", Map.of());
    }

    public Optional<String> find(ValueKey key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** Names only: a value set may be printed by accident. */
    @Override
    public String toString() {
        return "ValueSet[" + id + ", " + entries.keySet() + "]";
    }
}
