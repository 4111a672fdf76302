package dev.hyperterse.engines;

import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The values that one adapter names, without the id of their set, which would make equal settings differ. */
public final class UsedValues {
    private UsedValues() {}

    public static ValueSet of(ValueSet all, Stream<Optional<ValueKey>> named) {
        SortedMap<ValueKey, String> used = new TreeMap<>();
        named.flatMap(Optional::stream).forEach(key -> all.find(key).ifPresent(value -> used.put(key, value)));
        return new ValueSet("", used);
    }
}
