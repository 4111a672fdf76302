package dev.hyperterse.cli.client;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools that a search found, as {@code tools/list} has them: entries of inputs have the keywords of their schemas. */
public final class Hits {
    private Hits() {}

    /** @param text of the answer of a search */
    public static List<JsonNode> of(String text) {
        return ExactJson.mapper().readTree(text).valueStream().map(Hits::listed).toList();
    }

    private static JsonNode listed(JsonNode hit) {
        if (hit.has("inputSchema") || !hit.has("inputs")) {
            return hit;
        }
        var listed = (ObjectNode) hit.deepCopy();
        var schema = listed.putObject("inputSchema").put("type", "object");
        var properties = schema.putObject("properties");
        var required = schema.putArray("required");
        for (var input : hit.path("inputs")) {
            var name = input.path("name").asString("");
            properties.set(name, property(input));
            if (!input.path("optional").asBoolean(false)) {
                required.add(name);
            }
        }
        schema.put("additionalProperties", false);
        return listed;
    }

    private static ObjectNode property(JsonNode input) {
        var property = (ObjectNode) input.deepCopy();
        property.remove(List.of("name", "optional", "default_value"));
        if (input.has("default_value")) {
            property.set("default", input.get("default_value"));
        }
        switch (input.path("type").asString("")) {
            case "int" -> property.put("type", "integer");
            case "float" -> property.put("type", "number");
            case "datetime" -> property.put("type", "string").put("format", "date-time");
            default -> {
                // Spelled as in a schema.
            }
        }
        return property;
    }
}
