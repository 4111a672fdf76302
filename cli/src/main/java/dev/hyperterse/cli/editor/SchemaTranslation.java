package dev.hyperterse.cli.editor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The schema of a CRD as JSON Schema: an object has the members that it names and no others. */
final class SchemaTranslation {
    private static final String PROPERTIES = "properties";
    private static final String OTHERS = "additionalProperties";

    private SchemaTranslation() {}

    static Map<String, Object> of(Map<?, ?> node) {
        var schema = new LinkedHashMap<String, Object>();
        node.forEach((key, value) -> translate((String) key, value, node, schema));
        description(node).ifPresent(text -> schema.put("description", text));
        if (is(node, "x-kubernetes-int-or-string")) {
            schema.remove("anyOf");
            schema.put("type", List.of("integer", "string"));
        }
        if (node.containsKey(PROPERTIES)
                && !node.containsKey(OTHERS)
                && !is(node, "x-kubernetes-preserve-unknown-fields")) {
            schema.put(OTHERS, false);
        }
        if (is(node, "nullable") && schema.get("type") instanceof String type) {
            schema.put("type", List.of(type, "null"));
        }
        return schema;
    }

    private static void translate(String key, Object value, Map<?, ?> node, Map<String, Object> schema) {
        switch (key) {
            case PROPERTIES -> {
                var properties = new LinkedHashMap<String, Object>();
                ((Map<?, ?>) value)
                        .forEach((name, property) -> properties.put((String) name, of((Map<?, ?>) property)));
                schema.put(PROPERTIES, properties);
            }
            case "items", "not" -> schema.put(key, of((Map<?, ?>) value));
            case OTHERS -> schema.put(key, value instanceof Map<?, ?> others ? of(others) : value);
            case "allOf", "anyOf", "oneOf" ->
                schema.put(
                        key,
                        ((List<?>) value)
                                .stream().map(each -> of((Map<?, ?>) each)).toList());
            // Booleans in OpenAPI 3.0, beside the bound.
            case "minimum" -> schema.put(is(node, "exclusiveMinimum") ? "exclusiveMinimum" : key, value);
            case "maximum" -> schema.put(is(node, "exclusiveMaximum") ? "exclusiveMaximum" : key, value);
            case "exclusiveMinimum", "exclusiveMaximum", "nullable", "description", "format" -> {
                // Translated above and below; formats of Go mean nothing to an editor.
            }
            default -> {
                if (!key.startsWith("x-kubernetes-")) {
                    schema.put(key, value);
                }
            }
        }
    }

    /** With the rules that only a cluster, and {@code validate}, can check. */
    private static Optional<String> description(Map<?, ?> node) {
        var rules = node.get("x-kubernetes-validations") instanceof List<?> all ? all.stream() : Stream.empty();
        var text = Stream.concat(
                        Optional.ofNullable((String) node.get("description")).stream(),
                        rules.map(rule -> ((Map<?, ?>) rule).get("message"))
                                .filter(String.class::isInstance)
                                .map(message -> "* " + message))
                .collect(Collectors.joining("\n"));
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static boolean is(Map<?, ?> node, String key) {
        return Boolean.TRUE.equals(node.get(key));
    }
}
