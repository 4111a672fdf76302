package dev.hyperterse.compiler.inputs;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Reads the top-level properties of a written schema as inputs, as far as possible: placeholders get a type from
 * it and search hits a list of inputs. A property of unknown type is taken for any JSON, an object.
 */
final class SchemaFields {
    private static final int LONGEST_CHAIN = 16;

    private SchemaFields() {}

    static List<Input> of(JsonNode schema) {
        var required = schema.path("required")
                .valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .collect(Collectors.toSet());
        var references = new SchemaReferences(schema);
        var fields = new ArrayList<Input>();
        schema.path("properties").properties().forEach(property -> {
            var declared = referred(references, property.getValue(), LONGEST_CHAIN);
            var items = itemType(referred(references, declared.path("items"), LONGEST_CHAIN));
            fields.add(field(property.getKey(), declared, items, required));
        });
        return fields;
    }

    private static JsonNode referred(SchemaReferences references, JsonNode property, int chain) {
        var reference = property.path("$ref");
        return reference.isString() && chain > 0
                ? references
                        .resolve(reference.stringValue())
                        .map(target -> referred(references, target, chain - 1))
                        .orElse(property)
                : property;
    }

    private static Input field(String name, JsonNode schema, Optional<InputType> items, Set<String> required) {
        var type = type(schema);
        return new Input(
                name,
                type,
                type == InputType.ARRAY ? items : Optional.empty(),
                text(schema, "description"),
                !required.contains(name) || admitsNull(schema),
                Optional.of(schema.path("default")).filter(value -> !value.isMissingNode()),
                schema.path("enum").valueStream().toList(),
                number(schema, "minimum"),
                number(schema, "maximum"),
                length(schema, type == InputType.ARRAY ? "minItems" : "minLength"),
                length(schema, type == InputType.ARRAY ? "maxItems" : "maxLength"),
                text(schema, "pattern"),
                text(schema, "format"));
    }

    private static InputType type(JsonNode schema) {
        return itemType(schema).orElse(InputType.OBJECT);
    }

    /** Empty where values may be of several types, or of any: a list of them is passed on as it is. */
    private static Optional<InputType> itemType(JsonNode schema) {
        var names = schema.path("type").isArray()
                ? schema.path("type")
                        .valueStream()
                        .filter(JsonNode::isString)
                        .map(JsonNode::stringValue)
                        .filter(name -> !name.equals("null"))
                        .toList()
                : text(schema, "type").stream().toList();
        return names.size() == 1 ? Optional.of(named(names.getFirst(), schema)) : Optional.empty();
    }

    /** Only where the type is known; with any JSON nothing in a statement depends on it. */
    private static boolean admitsNull(JsonNode schema) {
        return schema.path("type")
                .valueStream()
                .anyMatch(name -> name.isString() && name.stringValue().equals("null"));
    }

    private static InputType named(String type, JsonNode schema) {
        return switch (type) {
            case "string" ->
                text(schema, "format").filter("date-time"::equals).isPresent() ? InputType.DATETIME : InputType.STRING;
            case "integer" -> InputType.INT;
            case "number" -> InputType.FLOAT;
            case "boolean" -> InputType.BOOLEAN;
            case "array" -> InputType.ARRAY;
            default -> InputType.OBJECT;
        };
    }

    private static Optional<String> text(JsonNode schema, String keyword) {
        return Optional.of(schema.path(keyword)).filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    private static Optional<BigDecimal> number(JsonNode schema, String keyword) {
        return Optional.of(schema.path(keyword)).filter(JsonNode::isNumber).map(JsonNode::decimalValue);
    }

    private static Optional<Integer> length(JsonNode schema, String keyword) {
        return Optional.of(schema.path(keyword))
                .filter(JsonNode::canConvertToInt)
                .map(JsonNode::intValue);
    }
}
