package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Says in JSON Schema what a discriminator says: which alternative a member with the name of its type chooses. */
final class DiscriminatedSchemas {
    private DiscriminatedSchemas() {}

    /**
     * @param schema as the document has it
     * @param translated gets a constant in each alternative that is a reference
     */
    static void name(JsonNode schema, ObjectNode translated) {
        var property = schema.path("discriminator").path("propertyName");
        if (!property.isTextual()) {
            return;
        }
        for (var keyword : List.of("oneOf", "anyOf")) {
            var alternatives = schema.path(keyword);
            for (var index = 0; index < alternatives.size(); index++) {
                var reference = alternatives.get(index).path("$ref");
                if (reference.isTextual() && translated.path(keyword).get(index) instanceof ObjectNode alternative) {
                    var types = types(schema.path("discriminator").path("mapping"), reference.textValue());
                    var values = DocumentBuilder.NODES.arrayNode();
                    types.forEach(values::add);
                    alternative
                            .putObject("properties")
                            .putObject(property.textValue())
                            .set("enum", values);
                    alternative.putArray("required").add(property.textValue());
                }
            }
        }
    }

    private static List<String> types(JsonNode mapping, String reference) {
        var name = reference.substring(reference.lastIndexOf('/') + 1);
        var mapped = mapping.properties().stream()
                .filter(entry -> entry.getValue().asText().equals(reference)
                        || entry.getValue().asText().equals(name))
                .map(Map.Entry::getKey)
                .toList();
        return mapped.isEmpty() ? List.of(name) : mapped;
    }
}
