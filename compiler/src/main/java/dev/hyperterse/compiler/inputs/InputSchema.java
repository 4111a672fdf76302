package dev.hyperterse.compiler.inputs;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON Schema that clients are shown for inputs of the short form. */
public final class InputSchema {
    /** Named in every schema: clients of the legacy era otherwise take it for an older draft. */
    public static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private InputSchema() {}

    /** Properties stand in declared order, which is the order models read them in. */
    public static ObjectNode of(List<Input> inputs) {
        var schema = NODES.objectNode();
        schema.put("$schema", DIALECT);
        schema.put("type", "object");
        var properties = schema.putObject("properties");
        inputs.forEach(input -> properties.set(input.name(), property(input)));
        var required = inputs.stream()
                .filter(InputSchema::mustBeGiven)
                .map(Input::name)
                .toList();
        if (!required.isEmpty()) {
            var names = schema.putArray("required");
            required.forEach(names::add);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private static boolean mustBeGiven(Input input) {
        return !input.optional() && input.defaultValue().isEmpty();
    }

    private static JsonNode property(Input input) {
        var schema = NODES.objectNode();
        schema.put("type", typeName(input.type()));
        input.description().ifPresent(description -> schema.put("description", description));
        var items = input.items().map(InputSchema::item);
        items.ifPresent(item -> schema.set("items", item));
        if (!input.choices().isEmpty()) {
            items.orElse(schema).putArray("enum").addAll(input.choices());
        }
        input.minimum().ifPresent(minimum -> schema.put("minimum", minimum));
        input.maximum().ifPresent(maximum -> schema.put("maximum", maximum));
        bound(schema, input, true);
        bound(schema, input, false);
        input.pattern().ifPresent(pattern -> schema.put("pattern", pattern));
        format(input).ifPresent(format -> schema.put("format", format));
        input.defaultValue().ifPresent(value -> schema.set("default", value));
        return schema;
    }

    private static void bound(ObjectNode schema, Input input, boolean lower) {
        var keyword = (lower ? "min" : "max") + (input.type() == InputType.ARRAY ? "Items" : "Length");
        (lower ? input.minLength() : input.maxLength()).ifPresent(length -> schema.put(keyword, length.intValue()));
    }

    private static Optional<String> format(Input input) {
        return input.type() == InputType.DATETIME ? input.format().or(() -> Optional.of("date-time")) : input.format();
    }

    private static ObjectNode item(InputType items) {
        var schema = NODES.objectNode();
        schema.put("type", typeName(items));
        if (items == InputType.DATETIME) {
            schema.put("format", "date-time");
        }
        return schema;
    }

    private static String typeName(InputType type) {
        return switch (type) {
            case STRING, DATETIME -> "string";
            case INT -> "integer";
            case FLOAT -> "number";
            case BOOLEAN -> "boolean";
            case ARRAY -> "array";
            case OBJECT -> "object";
        };
    }
}
