package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.openapi.document.DocumentBuilder;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The inputs of one tool in the making: a name that a placeholder can have, and a schema, for each value of its request. */
final class RequestInputs {
    /** Far more than a tool may have: many parameters may have one long schema, and many members the name of one. */
    private static final long MOST_CHARACTERS = 4 << 20;

    private final SchemaText room = new SchemaText(MOST_CHARACTERS);
    private final SchemaTranslator schemas;
    private final Map<String, JsonNode> properties = new LinkedHashMap<>();
    private final List<String> required = new ArrayList<>();
    /** The last number behind each name: many parameters may have one. */
    private final Map<String, Integer> numbers = new HashMap<>();

    RequestInputs(SchemaTranslator schemas) {
        this.schemas = schemas;
    }

    /**
     * Adds an input.
     *
     * @param name as the API has it
     * @param place where it is sent, which tells two of one name apart
     * @return the placeholder of its value
     * @throws UnusableOperation if all of them are far too large
     */
    String add(String name, String place, boolean isRequired, JsonNode schema) {
        if (!room.take(name, schema)) {
            throw new UnusableOperation("its inputs are larger than those of any tool may be");
        }
        var plain = name.replaceAll("[^A-Za-z0-9_]+", "_").replaceAll("^_+|(?<!_)_+$", "");
        var wanted = plain.isEmpty() ? place : plain;
        var free = properties.containsKey(wanted) ? wanted + "_" + place : wanted;
        while (properties.containsKey(free)) {
            free = wanted + "_" + place + "_" + numbers.merge(wanted, 2, (last, _) -> last + 1);
        }
        properties.put(free, schema);
        if (isRequired) {
            required.add(free);
        }
        return "{{ inputs." + free + " }}";
    }

    SchemaTranslator schemas() {
        return schemas;
    }

    /** The JSON Schema of all of them. */
    ObjectNode schema() {
        var schema = DocumentBuilder.NODES.objectNode().put("type", "object");
        var named = schema.putObject("properties");
        properties.forEach(named::set);
        if (!required.isEmpty()) {
            var list = schema.putArray("required");
            required.forEach(list::add);
        }
        schema.put("additionalProperties", false);
        if (!schemas.definitions().isEmpty()) {
            var definitions = schema.putObject("$defs");
            schemas.definitions().forEach(definitions::set);
        }
        return schema;
    }
}
