package dev.hyperterse.catalog;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The definition of a tool of another MCP server, as the list of that server has it. */
public final class UpstreamDefinition {
    /** The members that models and clients decide by. */
    private static final List<String> DECIDING =
            List.of("name", "title", "description", "inputSchema", "outputSchema", "annotations");

    private UpstreamDefinition() {}

    /** The digest of what models and clients decide by; the order of members does not count. */
    public static String digest(JsonNode tool) {
        return Digest.of(deciding(tool).toString());
    }

    /** The members that models and clients decide by, with those of each object in the order of their names. */
    public static JsonNode deciding(JsonNode tool) {
        var deciding = JsonMapper.shared().createObjectNode();
        DECIDING.forEach(member -> {
            if (tool.hasNonNull(member)) {
                deciding.set(member, tool.get(member));
            }
        });
        return canonical(deciding);
    }

    /** The same JSON with the members of each object in the order of their names. */
    private static JsonNode canonical(JsonNode node) {
        if (node.isArray()) {
            var items = JsonMapper.shared().createArrayNode();
            node.forEach(item -> items.add(canonical(item)));
            return items;
        }
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        var sorted = JsonMapper.shared().createObjectNode();
        object.propertyNames().stream().sorted().forEach(name -> sorted.set(name, canonical(object.get(name))));
        return sorted;
    }
}
