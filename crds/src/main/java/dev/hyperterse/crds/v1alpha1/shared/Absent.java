package dev.hyperterse.crds.v1alpha1.shared;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a record holds where an object says nothing. Never throws: an object that the API server holds must not stop an
 * informer, regardless of the writer.
 */
public final class Absent {
    private Absent() {}

    public static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    public static <T> Optional<T> orEmpty(Optional<T> value) {
        return value == null ? Optional.empty() : value;
    }

    public static <T> List<T> orEmpty(List<T> elements) {
        return elements == null
                ? List.of()
                : elements.stream().filter(Objects::nonNull).toList();
    }

    public static <T> Map<String, T> orEmpty(Map<String, T> entries) {
        if (entries == null) {
            return Map.of();
        }
        var present = new LinkedHashMap<>(entries);
        present.values().removeIf(Objects::isNull);
        return Collections.unmodifiableMap(present);
    }
}
