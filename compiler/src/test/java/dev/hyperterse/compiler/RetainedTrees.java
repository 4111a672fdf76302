package dev.hyperterse.compiler;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts the values of JSON trees that are held by records and collections, each once. */
final class RetainedTrees {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private RetainedTrees() {}

    static int in(Object root) {
        return new RetainedTrees().count(root);
    }

    private int count(Object value) {
        if (value == null || !seen.add(value)) {
            return 0;
        }
        return switch (value) {
            case tools.jackson.databind.JsonNode tree -> 1 + each(tree);
            case com.fasterxml.jackson.databind.JsonNode tree -> 1 + each(tree);
            case Map<?, ?> map -> each(map.keySet()) + each(map.values());
            case Optional<?> optional -> optional.map(this::count).orElse(0);
            case Iterable<?> values -> each(values);
            case Record holder ->
                Arrays.stream(holder.getClass().getRecordComponents())
                        .mapToInt(component -> count(read(holder, component)))
                        .sum();
            default -> 0;
        };
    }

    private int each(Iterable<?> values) {
        var sum = 0;
        for (var value : values) {
            sum += count(value);
        }
        return sum;
    }

    private static Object read(Record holder, RecordComponent component) {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(holder);
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalStateException(component.toString(), hidden);
        }
    }
}
