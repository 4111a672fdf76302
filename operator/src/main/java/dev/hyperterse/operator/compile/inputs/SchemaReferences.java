package dev.hyperterse.operator.compile.inputs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** References inside one schema: {@code #}, {@code #/$defs/name} and {@code #anchor}. */
final class SchemaReference {
    private SchemaReference() {}

    static Optional<JsonNode> resolve(JsonNode root, String reference) {
        if (reference.equals("#")) {
            return Optional.of(root);
        }
        return reference.startsWith("#/")
                ? byPointer(root, reference.substring(1))
                : anchor(root, reference.substring(1));
    }

    private static Optional<JsonNode> byPointer(JsonNode root, String pointer) {
        try {
            var decoded = URLDecoder.decode(pointer.replace("+", "%2B"), StandardCharsets.UTF_8);
            return Optional.of(root.at(decoded)).filter(found -> !found.isMissingNode());
        } catch (IllegalArgumentException notAPointer) {
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> anchor(JsonNode node, String name) {
        if (isNamed(node.path("$anchor"), name) || isNamed(node.path("$dynamicAnchor"), name)) {
            return Optional.of(node);
        }
        return node.valueStream().flatMap(child -> anchor(child, name).stream()).findFirst();
    }

    private static boolean isNamed(JsonNode anchor, String name) {
        return anchor.isString() && anchor.stringValue().equals(name);
    }
}
