package dev.hyperterse.catalog;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A kind of definition that another MCP server lists. */
public enum UpstreamDefinition {
    TOOL(
            "tool",
            "tools/list",
            "tools",
            List.of("name", "title", "description", "inputSchema", "outputSchema", "annotations")),
    PROMPT("prompt", "prompts/list", "prompts", List.of("name", "title", "description", "arguments")),
    RESOURCE(
            "resource",
            "resources/list",
            "resources",
            List.of("uri", "name", "title", "description", "mimeType", "annotations")),
    TEMPLATE(
            "resource template",
            "resources/templates/list",
            "resourceTemplates",
            List.of("uriTemplate", "name", "title", "description", "mimeType", "annotations"));

    private final String word;
    private final String method;
    private final String list;
    private final List<String> deciding;

    UpstreamDefinition(String word, String method, String list, List<String> deciding) {
        this.word = word;
        this.method = method;
        this.list = list;
        this.deciding = deciding;
    }

    /** The kind, for people. */
    public String word() {
        return word;
    }

    public String method() {
        return method;
    }

    /** The member with the list: of an answer, and of a document of definitions. */
    public String list() {
        return list;
    }

    /** The name of a definition, or its URI or template; empty where it has none. */
    public String key(JsonNode definition) {
        return definition.path(deciding.getFirst()).asString("");
    }

    /** The digest of what models and clients decide by; the order of members does not count. */
    public String digest(JsonNode definition) {
        return Digest.of(deciding(definition).toString());
    }

    /** The members that models and clients decide by, with those of each object in the order of their names. */
    public JsonNode deciding(JsonNode definition) {
        var members = JsonMapper.shared().createObjectNode();
        deciding.forEach(member -> {
            if (definition.hasNonNull(member)) {
                members.set(member, definition.get(member));
            }
        });
        return canonical(members);
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
