package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The inputs of a tool, from its schema. */
record ToolInputs(JsonNode properties, Set<String> required) {
    /** Keywords with a column of their own. */
    private static final Set<String> APART = Set.of("type", "description", "title");

    static ToolInputs of(JsonNode tool) {
        var schema = tool.path("inputSchema");
        var required = new HashSet<String>();
        schema.path("required").forEach(name -> required.add(name.asString("")));
        return new ToolInputs(schema.path("properties"), required);
    }

    /** The names, optional ones in brackets. */
    String inWords() {
        return properties.propertyNames().stream()
                .map(name -> required.contains(name) ? name : "[" + name + "]")
                .collect(Collectors.joining(" "));
    }

    /** A line for each input, below the names of the columns. */
    List<List<String>> lines() {
        var lines = new ArrayList<List<String>>();
        lines.add(List.of("INPUT", "TYPE", "REQUIRED", "RULES", "DESCRIPTION"));
        for (var input : properties.properties()) {
            lines.add(List.of(
                    input.getKey(),
                    type(input.getValue()),
                    required.contains(input.getKey()) ? "yes" : "no",
                    rules(input),
                    input.getValue().path("description").asString("")));
        }
        return lines;
    }

    /** The words of a call, for a shell: each required input, with its default or its type. */
    String example() {
        return properties.properties().stream()
                .filter(input -> required.contains(input.getKey()))
                .map(input -> " " + Terminal.inShell(input.getKey() + "=" + example(input.getValue())))
                .collect(Collectors.joining());
    }

    private static String example(JsonNode schema) {
        var value = schema.path("default").isMissingNode() ? schema.path("enum").path(0) : schema.path("default");
        return value.isMissingNode() ? type(schema).toUpperCase(Locale.ROOT) : value.asString(value.toString());
    }

    private static String type(JsonNode schema) {
        var type = schema.path("type");
        var word = type.isArray()
                ? type.valueStream().map(each -> each.asString("")).collect(Collectors.joining(" or "))
                : type.asString("any");
        return word.equals("array")
                ? "array of " + schema.path("items").path("type").asString("any")
                : word;
    }

    private static String rules(Map.Entry<String, JsonNode> input) {
        return input.getValue().properties().stream()
                .filter(keyword -> !APART.contains(keyword.getKey()))
                .map(keyword -> keyword.getKey() + " " + ExactJson.mapper().writeValueAsString(keyword.getValue()))
                .collect(Collectors.joining(", "));
    }
}
