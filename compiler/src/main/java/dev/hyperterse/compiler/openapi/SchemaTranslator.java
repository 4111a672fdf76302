package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.DocumentBuilder;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes JSON Schema 2020-12 of the schemas of one operation. What they refer to becomes {@code $defs} of the one schema; what
 * only speaks of documentation or responses is left out.
 */
final class SchemaTranslator {
    /** Far more than a schema may have; ends the walk of a document that is made of references. */
    private static final int MOST_SCHEMAS = 20_000;

    /** Keywords of OpenAPI, of other addresses and of examples. */
    private static final Set<String> LEFT_OUT = Set.of(
            "$schema",
            "$id",
            "id",
            "$comment",
            "$recursiveAnchor",
            "$recursiveRef",
            "discriminator",
            "example",
            "examples",
            "externalDocs",
            "nullable",
            "readOnly",
            "xml");

    /** Keywords whose value is a list of schemas, a schema by name, and one schema. */
    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

    private static final Set<String> NAMED = Set.of("properties", "patternProperties", "$defs", "dependentSchemas");
    private static final Set<String> SINGLE = Set.of(
            "additionalProperties",
            "contains",
            "else",
            "if",
            "items",
            "not",
            "propertyNames",
            "then",
            "unevaluatedItems",
            "unevaluatedProperties");

    private static final Pattern UNUSUAL = Pattern.compile("[^A-Za-z0-9_.-]+");

    private final ApiDocument document;
    private final boolean brief;
    private final SmallPatterns patterns = new SmallPatterns();
    private final Map<String, String> names = new HashMap<>();
    /** The last number behind each name of a definition. */
    private final Map<String, Integer> numbers = new HashMap<>();

    private final Map<String, JsonNode> definitions = new TreeMap<>();
    private int schemas;

    /** @param brief whether descriptions of members are left out, to save room */
    SchemaTranslator(ApiDocument document, boolean brief) {
        this.document = document;
        this.brief = brief;
    }

    /** The schemas that translated ones refer to, by name. */
    Map<String, JsonNode> definitions() {
        return definitions;
    }

    /** One schema, which may refer to {@link #definitions}. */
    JsonNode translate(JsonNode schema) {
        if (!schema.isObject()) {
            return schema;
        }
        if (++schemas > MOST_SCHEMAS) {
            throw tooLarge();
        }
        var reference = schema.path("$ref");
        if (reference.isTextual()) {
            return reference(reference.textValue(), schema);
        }
        var translated = DocumentBuilder.NODES.objectNode();
        schema.properties().forEach(entry -> keyword(entry.getKey(), entry.getValue(), translated));
        withoutResponses(schema, translated);
        bounds(schema, translated);
        schemas += DiscriminatedSchemas.name(schema, translated, MOST_SCHEMAS);
        return schema.path("nullable").asBoolean(false) ? nullable(translated) : translated;
    }

    static UnusableOperation tooLarge() {
        return new UnusableOperation("its schemas are larger than any tool may have");
    }

    /** Siblings of a reference mean nothing in 3.0, and add to it in 3.1; a description is of use in both. */
    private JsonNode reference(String target, JsonNode schema) {
        var reference = DocumentBuilder.NODES.objectNode().put("$ref", "#/$defs/" + definition(target));
        var description = schema.path("description");
        if (description.isTextual() && !brief) {
            reference.set("description", description);
        }
        return reference;
    }

    private String definition(String target) {
        var known = names.get(target);
        if (known != null) {
            return known;
        }
        var schema = document.at(target);
        // The characters of component names need no escape in a reference.
        var plain =
                UNUSUAL.matcher(target.substring(target.lastIndexOf('/') + 1)).replaceAll("_");
        var name = plain;
        while (definitions.containsKey(name)) {
            name = plain + "_" + numbers.merge(plain, 2, (last, _) -> last + 1);
        }
        names.put(target, name);
        // Its place is taken before it is translated: it may refer to itself.
        definitions.put(name, schema);
        definitions.put(name, translate(schema));
        return name;
    }

    private void keyword(String keyword, JsonNode value, ObjectNode translated) {
        if (LEFT_OUT.contains(keyword) || keyword.startsWith("x-")) {
            return;
        }
        if (LISTS.contains(keyword) && value.isArray()) {
            var list = translated.putArray(keyword);
            value.forEach(item -> list.add(translate(item)));
        } else if (NAMED.contains(keyword) && value.isObject()) {
            var named = translated.putObject(keyword);
            value.properties().stream()
                    .filter(entry -> isSent(keyword, entry.getKey(), entry.getValue()))
                    .forEach(entry -> named.set(entry.getKey(), translate(entry.getValue())));
        } else if (SINGLE.contains(keyword)) {
            translated.set(keyword, translate(value));
        } else if (keyword.equals("pattern")) {
            // A looser schema is no danger: the API checks what it gets.
            if (value.isTextual() && patterns.take(value.textValue())) {
                translated.set(keyword, value);
            }
        } else if (keyword.equals("description")) {
            if (!brief) {
                translated.set(keyword, value);
            }
        } else if (!(keyword.equals("required") && !value.isArray())) {
            translated.set(keyword, value);
        }
    }

    /** Not what only responses have, nor what replicas cannot check. */
    private boolean isSent(String keyword, String name, JsonNode schema) {
        return switch (keyword) {
            case "properties" -> !isReadOnly(schema);
            case "patternProperties" -> patterns.take(name);
            default -> true;
        };
    }

    /** Also where it refers to a schema that is: in 3.0 a reference can have nothing beside it. */
    boolean isReadOnly(JsonNode schema) {
        var reference = schema.path("$ref");
        var target = reference.isTextual() ? document.at(reference.textValue()) : schema;
        return schema.path("readOnly").asBoolean(false)
                || target.path("readOnly").asBoolean(false);
    }

    /** Members that only responses have are not required. */
    private void withoutResponses(JsonNode schema, ObjectNode translated) {
        if (!(translated.path("required") instanceof ArrayNode names)) {
            return;
        }
        var ofResponses = schema.path("properties").properties().stream()
                .filter(entry -> isReadOnly(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        if (!ofResponses.isEmpty()) {
            // The array is the document's own.
            var others = DocumentBuilder.NODES.arrayNode();
            names.forEach(name -> {
                if (!ofResponses.contains(name.asText())) {
                    others.add(name);
                }
            });
            translated.set("required", others);
        }
    }

    /** In 3.0 a boolean says that minimum or maximum is itself not allowed. */
    private static void bounds(JsonNode schema, ObjectNode translated) {
        bound(schema, translated, "minimum", "exclusiveMinimum");
        bound(schema, translated, "maximum", "exclusiveMaximum");
    }

    private static void bound(JsonNode schema, ObjectNode translated, String inclusive, String exclusive) {
        if (schema.path(exclusive).isBoolean()) {
            translated.remove(exclusive);
            if (schema.path(exclusive).booleanValue() && schema.has(inclusive)) {
                translated.remove(inclusive);
                translated.set(exclusive, schema.get(inclusive));
            }
        }
    }

    private static JsonNode nullable(ObjectNode schema) {
        var type = schema.path("type");
        if (type.isTextual()) {
            schema.putArray("type").add(type.textValue()).add("null");
            // Many documents list the null themselves, and some clients refuse a choice that is there twice.
            if (schema.path("enum").isArray()
                    && schema.path("enum").valueStream().noneMatch(JsonNode::isNull)) {
                schema.set("enum", ((ArrayNode) schema.path("enum").deepCopy()).addNull());
            }
            return schema;
        }
        var either = DocumentBuilder.NODES.objectNode();
        either.putArray("anyOf").add(schema).addObject().put("type", "null");
        return either;
    }
}
