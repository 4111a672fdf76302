package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.values.ValueKey;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects what one adapter puts into the value set, and hands out the keys that stand for it. */
final class AdapterValues {
    private final String adapter;
    private final SortedMap<ValueKey, String> entries = new TreeMap<>();

    AdapterValues(String adapter) {
        this.adapter = adapter;
    }

    ValueKey put(String setting, String value) {
        var key = ValueKey.adapter(adapter, setting);
        entries.put(key, value);
        return key;
    }

    SortedMap<ValueKey, String> entries() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(entries));
    }
}
