package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.openapi.document.DocumentBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Says in JSON Schema what a discriminator says: which alternative a member with the name of its type chooses. */
final class DiscriminatedSchemas {
    private DiscriminatedSchemas() {}

    /**
     * @param schema as the document has it
     * @param translated gets a constant in each alternative that is a reference
     * @param most names of types: each alternative may have all of them
     * @return how many there are
     */
    static int name(JsonNode schema, ObjectNode translated, int most) {
        var property = schema.path("discriminator").path("propertyName");
        if (!property.isTextual()) {
            return 0;
        }
        var named = 0;
        var mapped = new HashMap<String, List<String>>();
        schema.path("discriminator").path("mapping").properties().forEach(entry -> mapped.computeIfAbsent(
                        entry.getValue().asText(), _ -> new ArrayList<>())
                .add(entry.getKey()));
        for (var keyword : List.of("oneOf", "anyOf")) {
            var alternatives = schema.path(keyword);
            for (var index = 0; index < alternatives.size(); index++) {
                var reference = alternatives.get(index).path("$ref");
                if (reference.isTextual() && translated.path(keyword).get(index) instanceof ObjectNode alternative) {
                    var types = types(mapped, reference.textValue());
                    named += types.size();
                    if (named > most) {
                        throw SchemaTranslator.tooLarge();
                    }
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
        return named;
    }

    /** @param mapped the names of types, by what they are mapped to */
    private static List<String> types(Map<String, List<String>> mapped, String reference) {
        var name = reference.substring(reference.lastIndexOf('/') + 1);
        var types = Stream.of(reference, name)
                .distinct()
                .flatMap(target -> mapped.getOrDefault(target, List.of()).stream())
                .toList();
        return types.isEmpty() ? List.of(name) : types;
    }
}
