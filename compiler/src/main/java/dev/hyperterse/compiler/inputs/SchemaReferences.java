package dev.hyperterse.compiler.inputs;

import dev.hyperterse.catalog.request.UrlEncoding;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** References inside one schema: {@code #}, {@code #/$defs/name} and {@code #anchor}. */
final class SchemaReferences {
    private final JsonNode root;
    private final Map<String, JsonNode> anchors = new HashMap<>();

    SchemaReferences(JsonNode root) {
        this.root = root;
        collectAnchors(root);
    }

    Optional<JsonNode> resolve(String reference) {
        if (reference.equals("#")) {
            return Optional.of(root);
        }
        if (!reference.startsWith("#")) {
            // Data of a schema, such as a default, may hold any text.
            return Optional.empty();
        }
        return reference.startsWith("#/")
                ? byPointer(reference.substring(1))
                : Optional.ofNullable(anchors.get(reference.substring(1)));
    }

    private Optional<JsonNode> byPointer(String pointer) {
        try {
            var decoded = UrlEncoding.decoded(pointer);
            return Optional.of(root.at(decoded)).filter(found -> !found.isMissingNode());
        } catch (IllegalArgumentException notAPointer) {
            return Optional.empty();
        }
    }

    /** The first of each name, in the order of the document. */
    private void collectAnchors(JsonNode node) {
        anchor(node, "$anchor");
        anchor(node, "$dynamicAnchor");
        node.forEach(this::collectAnchors);
    }

    private void anchor(JsonNode node, String keyword) {
        var name = node.path(keyword);
        if (name.isString()) {
            anchors.putIfAbsent(name.stringValue(), node);
        }
    }
}
