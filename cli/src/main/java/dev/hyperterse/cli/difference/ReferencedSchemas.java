package dev.hyperterse.cli.difference;

import dev.hyperterse.catalog.request.UrlEncoding;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Follows {@code $ref} within one schema. */
final class ReferencedSchemas {
    static final JsonNode ANYTHING = JsonNodeFactory.instance.objectNode();

    /** References in a row; a schema that has more of them is compared where they are left. */
    private static final int MOST_REFERENCES = 48;

    /** Members that may stand beside a reference without changing which values are accepted. */
    private static final Set<String> BESIDE_A_REFERENCE =
            Set.of("$ref", "$defs", "$schema", "$comment", "description", "title", "default", "examples");

    private static final Set<String> WORDS = Set.of("$comment", "description", "title");

    /** Keywords of values, in which no member is for readers. */
    private static final Set<String> VALUES = Set.of("const", "default", "enum");

    /** Keywords whose members are schemas, with names that an author chooses. */
    private static final Set<String> NAMED =
            Set.of("$defs", "definitions", "dependentSchemas", "patternProperties", "properties");

    private ReferencedSchemas() {}

    /** A subtree may be equal as text and refer to a definition that changed. */
    static boolean in(JsonNode schema) {
        return references(schema).findAny().isPresent();
    }

    static JsonNode resolved(JsonNode root, JsonNode schema) {
        var current = schema;
        for (var step = 0; step < MOST_REFERENCES && current.path("$ref").isString(); step++) {
            var place = place(root, current.path("$ref").asString());
            if (place.isEmpty() || current.size() > 1 && !onlyAnnotated(current)) {
                return current;
            }
            current = place.get();
        }
        return current.isMissingNode() ? ANYTHING : current;
    }

    /**
     * Whether a reference in a text that both schemas have leads to what differs, in one step or in several.
     *
     * @param part of a schema that is compared
     */
    static boolean leadToOthers(JsonNode before, JsonNode after, JsonNode text, UnaryOperator<JsonNode> part) {
        var seen = new HashSet<String>();
        var left = new ArrayDeque<>(List.of(text));
        while (!left.isEmpty()) {
            for (var reference : references(left.remove()).filter(seen::add).toList()) {
                var old = place(before, reference).orElse(before);
                if (!part.apply(old).equals(part.apply(place(after, reference).orElse(after)))) {
                    return true;
                }
                left.add(old);
            }
        }
        return false;
    }

    /** The same without what it says to readers alone. A property of such a name is a schema, and no text. */
    static JsonNode withoutWords(JsonNode schema) {
        return switch (schema) {
            case ArrayNode items -> {
                var kept = JsonNodeFactory.instance.arrayNode();
                items.forEach(item -> kept.add(withoutWords(item)));
                yield kept;
            }
            case ObjectNode members -> {
                var kept = JsonNodeFactory.instance.objectNode();
                members.properties().stream()
                        .filter(member -> !(WORDS.contains(member.getKey())
                                && member.getValue().isString()))
                        .forEach(member -> kept.set(member.getKey(), withoutWords(member.getKey(), member.getValue())));
                yield kept;
            }
            default -> schema;
        };
    }

    /** A member of a schema. */
    static JsonNode withoutWords(String keyword, JsonNode value) {
        if (VALUES.contains(keyword)) {
            return value;
        }
        if (NAMED.contains(keyword) && value instanceof ObjectNode schemas) {
            var kept = JsonNodeFactory.instance.objectNode();
            schemas.properties().forEach(named -> kept.set(named.getKey(), withoutWords(named.getValue())));
            return kept;
        }
        return withoutWords(value);
    }

    private static Stream<String> references(JsonNode schema) {
        return Stream.of("$ref", "$dynamicRef")
                .flatMap(keyword -> schema.findValues(keyword).stream())
                .filter(JsonNode::isString)
                .map(JsonNode::asString);
    }

    /** The place that a reference leads to; empty where it is no pointer, and may lead anywhere in the schema. */
    private static Optional<JsonNode> place(JsonNode root, String reference) {
        if (!reference.equals("#") && !reference.startsWith("#/")) {
            return Optional.empty();
        }
        try {
            return Optional.of(root.at(UrlEncoding.decoded(reference.substring(1))));
        } catch (IllegalArgumentException notAPointer) {
            return Optional.empty();
        }
    }

    private static boolean onlyAnnotated(JsonNode schema) {
        return schema.propertyNames().stream().allMatch(BESIDE_A_REFERENCE::contains);
    }
}
