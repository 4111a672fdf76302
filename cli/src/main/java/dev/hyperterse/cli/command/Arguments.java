package dev.hyperterse.cli.command;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ToolAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Turns {@code key=value} words into the arguments of a tool, with the types that the tool declares. */
final class Arguments {
    private Arguments() {}

    /** @param types of the tool's inputs by name; an input of no known type is a text unless it reads as JSON */
    static Map<String, Object> of(List<String> words, Map<String, String> types) {
        var arguments = new LinkedHashMap<String, Object>();
        for (var word : words) {
            var split = word.indexOf('=');
            if (split <= 0) {
                throw new CommandFailure(ExitCode.USAGE, "arguments are key=value, not '" + word + "'");
            }
            var name = word.substring(0, split);
            arguments.put(name, value(word.substring(split + 1), Optional.ofNullable(types.get(name))));
        }
        return arguments;
    }

    /** A whole JSON object. */
    static Map<String, Object> parse(String json) {
        try {
            var tree = JsonMapper.shared().readTree(json);
            if (tree.isObject()) {
                return entries(tree);
            }
        } catch (JacksonException malformed) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--json is not JSON: " + malformed.getOriginalMessage(), malformed);
        }
        throw new CommandFailure(ExitCode.USAGE, "--json must be an object, such as '{\"customer_id\": 1}'");
    }

    private static Map<String, Object> entries(JsonNode tree) {
        var entries = new LinkedHashMap<String, Object>();
        tree.properties().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
        return entries;
    }

    private static Object value(String text, Optional<String> type) {
        if (type.isPresent() && isText(type.get())) {
            return text;
        }
        try {
            return JsonMapper.shared().readTree(text);
        } catch (JacksonException notJson) {
            return text;
        }
    }

    private static boolean isText(String type) {
        return type.equals("string") || type.equals("datetime");
    }

    /** The types in a JSON Schema. */
    static Map<String, String> typesIn(JsonNode schema) {
        var types = new LinkedHashMap<String, String>();
        schema.path("properties")
                .properties()
                .forEach(property -> types.put(
                        property.getKey(), property.getValue().path("type").asString("")));
        return types;
    }

    /** The types that the search entry tool tells of a tool that is not listed. */
    static Map<String, String> typesFound(Connection connection, String tool) {
        var types = new LinkedHashMap<String, String>();
        if (connection.call("search", Map.of("query", tool)) instanceof ToolAnswer.Result result && !result.isError()) {
            for (var hit : JsonMapper.shared().readTree(result.text())) {
                if (hit.path("name").asString("").equals(tool)) {
                    hit.path("inputs")
                            .forEach(input -> types.put(
                                    input.path("name").asString(""),
                                    input.path("type").asString("")));
                }
            }
        }
        return types;
    }
}
