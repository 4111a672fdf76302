package dev.hyperterse.compiler.admission;

import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The object as the API server would store it: nulls that a field may not hold are dropped, defaults filled in. A copy;
 * the manifest stays as written.
 */
final class Defaults {
    private Defaults() {}

    static Map<String, Object> applied(Schema schema, Map<String, Object> object) {
        return map(Optional.of(schema), object);
    }

    private static Object value(Optional<Schema> schema, Object value) {
        return switch (value) {
            case Map<?, ?> map -> map(schema, map);
            case List<?> list -> list(schema.flatMap(it -> it.items().schema()), list);
            case null, default -> value;
        };
    }

    private static List<Object> list(Optional<Schema> items, List<?> list) {
        var copy = new ArrayList<>(list.size());
        for (var item : list) {
            copy.add(value(items, item == null ? defaultFor(items).orElse(null) : item));
        }
        return copy;
    }

    private static Map<String, Object> map(Optional<Schema> schema, Map<?, ?> map) {
        var copy = new LinkedHashMap<String, Object>();
        map.forEach((key, item) -> {
            var name = key.toString();
            var field = schema.flatMap(it -> it.fields().of(name));
            var named = schema.map(it -> it.fields().named().containsKey(name)).orElse(false);
            if (item == null && named && !field.orElseThrow().nullable()) {
                return;
            }
            copy.put(name, value(field, item == null ? defaultFor(field).orElse(null) : item));
        });
        schema.ifPresent(it -> it.fields().named().forEach((name, field) -> field.defaultValue()
                .ifPresent(value -> copy.computeIfAbsent(name, unset -> value(Optional.of(field), value)))));
        return copy;
    }

    private static Optional<Object> defaultFor(Optional<Schema> schema) {
        return schema.filter(it -> !it.nullable()).flatMap(Schema::defaultValue);
    }
}
