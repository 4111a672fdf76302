package dev.hyperterse.compiler.admission;

import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The object as the API server would store it: a field that is null is not there. A copy; the manifest stays as written. */
final class WithoutNulls {
    private WithoutNulls() {}

    static Map<String, Object> of(Schema schema, Map<String, Object> object) {
        return map(Optional.of(schema), object);
    }

    private static Object value(Optional<Schema> schema, Object value) {
        return switch (value) {
            case Map<?, ?> map -> map(schema, map);
            case List<?> list -> {
                var items = schema.flatMap(it -> it.items().schema());
                var copy = new ArrayList<>(list.size());
                list.forEach(item -> copy.add(value(items, item)));
                yield copy;
            }
            case null, default -> value;
        };
    }

    private static Map<String, Object> map(Optional<Schema> schema, Map<?, ?> map) {
        var copy = new LinkedHashMap<String, Object>();
        map.forEach((key, item) -> {
            var name = key.toString();
            if (item != null
                    || !schema.map(it -> it.fields().named().containsKey(name)).orElse(false)) {
                copy.put(name, value(schema.flatMap(it -> it.fields().of(name)), item));
            }
        });
        return copy;
    }
}
