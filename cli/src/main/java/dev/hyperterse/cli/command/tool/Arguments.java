package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.compiler.admission.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Turns {@code key=value} words into the arguments of a tool, with the types that its input schema declares. An array is
 * JSON, or its elements: separated by commas, or one word each.
 *
 * @param tool named in messages
 */
record Arguments(String tool, TextSources texts) {
    private static final String EXAMPLE = "write it such as '{\"customer_id\": 1}'";

    /** @param schema of the tool's inputs; an input of no known type is a text unless it reads as JSON */
    Map<String, Object> of(List<String> words, JsonNode schema) {
        var valuesByName = new LinkedHashMap<String, List<String>>();
        for (var word : words) {
            var split = word.indexOf('=');
            if (split <= 0) {
                throw new CommandFailure(
                        ExitCode.USAGE, "arguments are key=value, not '" + word + "'" + remedy(word, schema));
            }
            valuesByName.merge(
                    known(word.substring(0, split), schema),
                    List.of(texts.read(word.substring(split + 1))),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        }
        var arguments = new LinkedHashMap<String, Object>();
        valuesByName.forEach((name, values) -> arguments.put(
                name, argument(name, values, schema.path("properties").path(name))));
        return arguments;
    }

    private static String remedy(String word, JsonNode schema) {
        if (word.stripLeading().startsWith("{")) {
            return "; write --json before a JSON object";
        }
        var names = schema.path("properties").propertyNames();
        if (word.startsWith("-") || names.contains(word)) {
            return "; write " + word.replaceFirst("^-+", "") + "=VALUE";
        }
        return names.stream()
                .findFirst()
                .map(first -> "; write " + Terminal.inShell(first + "=" + word))
                .filter(_ -> names.size() == 1)
                .orElse(names.isEmpty() ? "" : "; it takes " + String.join(", ", names));
    }

    /** A name that the tool has; the server would refuse another, without the names that it knows. */
    private String known(String name, JsonNode schema) {
        var names = schema.path("properties").propertyNames();
        var open = schema.path("additionalProperties").asBoolean(true);
        if (open || names.contains(name)) {
            return name;
        }
        var near = Spelling.nearest(name, names)
                .map(it -> "; did you mean '" + it + "'?")
                .orElse(";");
        throw new CommandFailure(
                ExitCode.USAGE,
                tool + " has no input '" + name + "'" + near + " "
                        + (names.isEmpty() ? "it takes none" : "it takes " + String.join(", ", names)));
    }

    private static JsonNode argument(String name, List<String> values, JsonNode schema) {
        if (types(schema).contains("array")) {
            return array(values, schema.path("items"));
        }
        if (values.size() > 1) {
            throw new CommandFailure(ExitCode.USAGE, "argument '" + name + "' is given more than once");
        }
        return value(values.getFirst(), schema);
    }

    private static JsonNode array(List<String> values, JsonNode items) {
        if (values.size() == 1) {
            var whole = json(values.getFirst());
            if (whole.isArray() || whole.isNull()) {
                return whole;
            }
        }
        var elements = values.size() == 1 ? elements(values.getFirst()) : values;
        var array = ExactJson.mapper().createArrayNode();
        elements.forEach(element -> array.add(value(element, items)));
        return array;
    }

    private static List<String> elements(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    }

    private static JsonNode value(String text, JsonNode schema) {
        var types = types(schema);
        if (types.contains("string") && !(types.contains("null") && text.equals("null"))) {
            return text(text);
        }
        var value = json(text);
        return value.isMissingNode() ? text(text) : value;
    }

    private static JsonNode text(String text) {
        return ExactJson.mapper().getNodeFactory().stringNode(text);
    }

    /** Missing when the text is no JSON. */
    private static JsonNode json(String text) {
        try {
            return ExactJson.mapper().readTree(text);
        } catch (JacksonException notJson) {
            return ExactJson.mapper().missingNode();
        }
    }

    /** One type, or several in an array. */
    private static Set<String> types(JsonNode schema) {
        var type = schema.path("type");
        return (type.isArray() ? type.valueStream() : Stream.of(type))
                .map(each -> each.asString(""))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A whole JSON object. */
    static Map<String, Object> parse(String json) {
        try {
            var tree = ExactJson.mapper().readTree(json);
            if (tree.isObject()) {
                return entries(tree);
            }
        } catch (JacksonException malformed) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--json is not JSON: " + explanation(malformed) + "; " + EXAMPLE, malformed);
        }
        throw new CommandFailure(ExitCode.USAGE, "--json must be an object; " + EXAMPLE);
    }

    /** Without what the parser adds on where the text came from. */
    private static String explanation(JacksonException malformed) {
        var message = malformed.getOriginalMessage();
        var addition = message.indexOf(" (start marker at ");
        return addition < 0 ? message : message.substring(0, addition);
    }

    private static Map<String, Object> entries(JsonNode tree) {
        var entries = new LinkedHashMap<String, Object>();
        tree.properties().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
        return entries;
    }
}
