package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.DocumentBuilder;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The schema of a value that becomes a text: a parameter, a header or a field of a form. */
final class PlainSchema {
    private static final Set<String> SCALARS = Set.of("string", "integer", "number", "boolean");

    /** The keywords that decide about such a text. */
    private static final List<String> KEPT = List.of(
            "enum",
            "const",
            "default",
            "format",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "minItems",
            "maxItems",
            "uniqueItems",
            "deprecated");

    private static final int DEEPEST = 8;

    /** Alternatives of alternatives double at each level. */
    private static final int MOST_READ = 10_000;

    private final ApiDocument document;
    private final RequestInputs inputs;
    private int read;

    PlainSchema(ApiDocument document, RequestInputs inputs) {
        this.document = document;
        this.inputs = inputs;
    }

    /** The kind of a value. */
    enum Kind {
        SCALAR,
        LIST,
        OBJECT
    }

    Kind kind(JsonNode schema) {
        var types = types(schema, 0);
        if (types.contains("object")) {
            return Kind.OBJECT;
        }
        return types.contains("array") ? Kind.LIST : Kind.SCALAR;
    }

    /** The schema of a scalar. One of several types is a text: a text can be written of each. */
    ObjectNode scalar(JsonNode schema, String description) {
        var types = types(schema, 0);
        var plain = DocumentBuilder.NODES.objectNode();
        plain.put("type", types.size() == 1 ? types.iterator().next() : "string");
        describe(plain, schema, description);
        if (types.size() == 1) {
            keep(schema, plain);
        }
        return plain;
    }

    /** The schema of a list of scalars; empty where items are something else. */
    Optional<ObjectNode> list(JsonNode schema, String description) {
        var resolved = document.resolved(schema);
        if (kind(resolved.path("items")) != Kind.SCALAR) {
            return Optional.empty();
        }
        var plain = DocumentBuilder.NODES.objectNode().put("type", "array");
        describe(plain, schema, description);
        keep(resolved, plain);
        plain.set("items", scalar(resolved.path("items"), ""));
        return Optional.of(plain);
    }

    /** The schema of a list that is written as one text, with what is between its items; empty as for {@link #list}. */
    Optional<ObjectNode> joined(JsonNode schema, String description, String separator) {
        return list(schema, description).map(list -> {
            var choices = new ArrayList<String>();
            list.path("items").path("enum").forEach(choice -> choices.add(choice.asText()));
            var own = list.path("description").asText("");
            var plain = DocumentBuilder.NODES.objectNode().put("type", "string");
            plain.put(
                    "description",
                    (own.isBlank() ? "" : own.strip() + "\n\n")
                            + "Values with %s between them".formatted(separator)
                            + (choices.isEmpty() ? "." : ", each one of: " + String.join(", ", choices) + "."));
            return plain;
        });
    }

    /** Whether a value is bytes and not a text: 3.0 has a format for it, 3.1 a media type without an encoding. */
    boolean isBinary(JsonNode schema) {
        return isBinary(schema, 0);
    }

    /** The schema of bytes, which callers give in base64. */
    ObjectNode base64(JsonNode schema, String description) {
        var file = DocumentBuilder.NODES.objectNode().put("type", "string").put("format", "byte");
        describe(file, schema, description);
        return file;
    }

    private void describe(ObjectNode plain, JsonNode schema, String description) {
        var own = document.resolved(schema).path("description").asText("");
        var text = description.isBlank() ? own : description;
        if (!text.isBlank()) {
            plain.put("description", text);
        }
    }

    private void keep(JsonNode schema, ObjectNode plain) {
        var resolved = document.resolved(schema);
        var only = resolved.path("allOf").size() == 1 ? resolved.path("allOf").get(0) : resolved;
        var whole = inputs.schemas().translate(document.resolved(only));
        KEPT.stream().filter(whole::has).forEach(keyword -> plain.set(keyword, whole.get(keyword)));
        // An absent value is left out of the request, which is what null means here.
        if (plain.path("enum").isArray()) {
            var choices = DocumentBuilder.NODES.arrayNode();
            plain.path("enum").forEach(choice -> {
                if (!choice.isNull()) {
                    choices.add(choice);
                }
            });
            plain.set("enum", choices);
        }
        if (plain.path("default").isNull()) {
            plain.remove("default");
        }
    }

    private boolean isBinary(JsonNode schema, int depth) {
        var resolved = document.resolved(schema);
        var alternatives = new ArrayList<JsonNode>();
        for (var keyword : List.of("oneOf", "anyOf", "allOf")) {
            resolved.path(keyword).forEach(it -> {
                count("its form");
                if (!it.path("type").asText("").equals("null")) {
                    alternatives.add(it);
                }
            });
        }
        if (!alternatives.isEmpty()) {
            return depth < DEEPEST && alternatives.stream().allMatch(it -> isBinary(it, depth + 1));
        }
        return resolved.path("format").asText("").equals("binary")
                || resolved.has("contentMediaType")
                        && !resolved.has("contentEncoding")
                        && MediaTypes.isBinary(resolved.path("contentMediaType").asText(""));
    }

    private void count(String whose) {
        if (++read > MOST_READ) {
            throw new UnusableOperation("the schemas of %s are larger than any tool may have".formatted(whose));
        }
    }

    private Set<String> types(JsonNode schema, int depth) {
        if (depth > DEEPEST) {
            throw new UnusableOperation("the schema of a parameter is deeper than %d levels".formatted(DEEPEST));
        }
        count("its parameters");
        var resolved = document.resolved(schema);
        var types = new HashSet<String>();
        var type = resolved.path("type");
        if (type.isTextual()) {
            types.add(type.textValue());
        }
        type.forEach(it -> types.add(it.asText()));
        for (var keyword : List.of("oneOf", "anyOf", "allOf")) {
            resolved.path(keyword).forEach(it -> types.addAll(types(it, depth + 1)));
        }
        types.remove("null");
        if (types.isEmpty() && depth == 0) {
            types.add(guessed(resolved));
        }
        var unknown = new ArrayList<>(types);
        unknown.removeIf(it -> SCALARS.contains(it) || it.equals("array") || it.equals("object"));
        if (!unknown.isEmpty()) {
            throw new UnusableOperation("a parameter has the unknown type '%s'".formatted(unknown.getFirst()));
        }
        return types;
    }

    private static String guessed(JsonNode schema) {
        if (schema.has("properties") || schema.has("additionalProperties")) {
            return "object";
        }
        return schema.has("items") ? "array" : "string";
    }
}
