package dev.hyperterse.compiler.admission;

import dev.cel.common.values.NullValue;
import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A value as CEL rules see it: numbers of the type that the schema says, and of a map with a schema only the fields that
 * the schema names, under names that CEL can pronounce.
 */
final class CelValues {
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private CelValues() {}

    static Object of(Optional<Schema> schema, Object value) {
        return switch (value) {
            case null -> NullValue.NULL_VALUE;
            case Map<?, ?> map -> map(schema, map);
            case List<?> list -> list(schema.flatMap(it -> it.items().schema()), list);
            case Long whole when isNumber(schema) -> (Object) whole.doubleValue();
            case Double broken
            when schema.map(it -> it.type().equals("integer")).orElse(false) -> (Object) broken.longValue();
            default -> value;
        };
    }

    /** An object of Kubernetes has fields that its schema need not name; of its metadata a rule sees the name only. */
    static Object ofObject(Schema schema, Map<?, ?> object) {
        var values = map(Optional.of(schema), object);
        for (var field : List.of("apiVersion", "kind")) {
            if (object.containsKey(field)) {
                values.put(field, of(Optional.empty(), object.get(field)));
            }
        }
        if (object.get("metadata") instanceof Map<?, ?> metadata) {
            var visible = new LinkedHashMap<String, Object>();
            for (var field : List.of("name", "generateName")) {
                if (metadata.containsKey(field)) {
                    visible.put(field, of(Optional.empty(), metadata.get(field)));
                }
            }
            values.put("metadata", visible);
        }
        return values;
    }

    private static boolean isNumber(Optional<Schema> schema) {
        return schema.map(it -> it.type().equals("number")).orElse(false);
    }

    private static List<Object> list(Optional<Schema> items, List<?> list) {
        var values = new ArrayList<>(list.size());
        list.forEach(item -> values.add(of(items, item)));
        return values;
    }

    private static Map<String, Object> map(Optional<Schema> schema, Map<?, ?> map) {
        var values = new LinkedHashMap<String, Object>();
        map.forEach((key, item) -> {
            var name = key.toString();
            var named = schema.map(it -> it.fields().named().get(name));
            var others = schema.flatMap(it -> it.fields().others());
            if (named.isPresent()) {
                values.put(escaped(name), of(named, item));
            } else if (schema.isEmpty() || others.isPresent()) {
                values.put(name, of(others, item));
            }
        });
        return values;
    }

    /** The way Kubernetes makes a field's name an identifier; {@code default} and its like are none of the reserved. */
    private static String escaped(String name) {
        return RESERVED.contains(name) ? "__" + name + "__" : name;
    }
}
