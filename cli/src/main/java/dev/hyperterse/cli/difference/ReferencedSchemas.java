package dev.hyperterse.cli.difference;

import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Follows {@code $ref} within one schema. */
final class ReferencedSchemas {
    static final JsonNode ANYTHING = JsonNodeFactory.instance.objectNode();

    /** References in a row; a schema that has more of them is compared where they are left. */
    private static final int MOST_REFERENCES = 48;

    /** Members that may stand beside a reference without changing which values are accepted. */
    private static final Set<String> BESIDE_A_REFERENCE =
            Set.of("$ref", "$defs", "$schema", "$comment", "description", "title", "default", "examples");

    private ReferencedSchemas() {}

    /** A subtree may be equal as text and refer to a definition that changed. */
    static boolean in(JsonNode schema) {
        return schema.toString().contains("\"$ref\"");
    }

    static JsonNode resolved(JsonNode root, JsonNode schema) {
        var current = schema;
        for (var step = 0; step < MOST_REFERENCES && current.path("$ref").isString(); step++) {
            var reference = current.path("$ref").asString();
            if (!reference.startsWith("#") || current.size() > 1 && !onlyAnnotated(current)) {
                return current;
            }
            current = root.at(reference.substring(1));
        }
        return current.isMissingNode() ? ANYTHING : current;
    }

    private static boolean onlyAnnotated(JsonNode schema) {
        return schema.propertyNames().stream().allMatch(BESIDE_A_REFERENCE::contains);
    }
}
