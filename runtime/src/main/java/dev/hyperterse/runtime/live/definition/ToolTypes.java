package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.RowShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Tools as types of TypeScript, for the authors of programs: shorter than their schemas, and without their bounds. */
public final class ToolTypes {
    /** The characters that a model reads at once. */
    private static final int MOST = 32_000;

    private static final int LONGEST_DESCRIPTION = 300;
    private static final int DEEPEST = 6;
    private static final String ANYTHING = "any";
    private static final String ROW = "Record<string, any>";

    private ToolTypes() {}

    /** The type of {@code tools} with these members; says how many there was no room for. */
    public static String of(Collection<ToolLeaf> tools) {
        var text = new StringBuilder("declare const tools: {\n");
        var left = tools.size();
        for (var tool : tools) {
            var member = member(tool);
            if (text.length() + member.length() > MOST) {
                break;
            }
            text.append(member);
            left--;
        }
        return text.append(left == 0 ? "" : "  // and %d more: describe them by their names\n".formatted(left))
                .append("};")
                .toString();
    }

    private static String member(ToolLeaf tool) {
        return "%s  %s(inputs%s: %s): Promise<%s>;\n"
                .formatted(
                        comment(tool),
                        name(tool.name()),
                        tool.inputSchema().path("required").isEmpty() ? "?" : "",
                        type(tool.inputSchema(), 0),
                        result(tool));
    }

    private static String comment(ToolLeaf tool) {
        var said = new ArrayList<String>();
        tool.description().map(ToolTypes::line).filter(it -> !it.isEmpty()).ifPresent(said::add);
        if (!tool.readsOnly()) {
            said.add("May change data.");
        }
        return said.isEmpty() ? "" : "  /** %s */\n".formatted(String.join(" ", said));
    }

    private static String line(String text) {
        var line = text.strip().replaceAll("\\s+", " ").replace("*/", "* /");
        return line.length() <= LONGEST_DESCRIPTION ? line : line.substring(0, LONGEST_DESCRIPTION) + "...";
    }

    /** Programs get rows as an array of objects in every format. */
    private static String result(ToolLeaf tool) {
        var schema = tool.outputSchema();
        var rows = schema.map(it -> it.path("properties").path("rows").path("items"))
                .filter(JsonNode::isObject)
                .map(items -> list(type(items, 0)));
        if (rows.isPresent()) {
            return rows.get();
        }
        var described = schema.map(it -> type(it, 0));
        return switch (tool.action()) {
            case Action.OnServer _, Action.RunScript _ -> described.orElse(ANYTHING);
            case Action.OnAdapter _, Action.Compose _ ->
                list(described.filter(_ -> shape(tool) == RowShape.Row).orElse(ROW));
        };
    }

    private static RowShape shape(ToolLeaf tool) {
        return tool.result().map(ResultRules::shape).orElse(RowShape.Rows);
    }

    private static String type(JsonNode schema, int depth) {
        if (!schema.isObject() || depth == DEEPEST) {
            return ANYTHING;
        }
        if (schema.has("const")) {
            return schema.path("const").toString();
        }
        if (schema.path("enum").isArray()) {
            return union(elements(schema.path("enum")).map(JsonNode::toString).toList());
        }
        for (var choice : List.of("anyOf", "oneOf")) {
            if (schema.path(choice).isArray()) {
                return union(elements(schema.path(choice))
                        .map(it -> type(it, depth + 1))
                        .toList());
            }
        }
        var type = schema.path("type");
        return type.isArray()
                ? union(elements(type)
                        .map(it -> named(it.asString(""), schema, depth))
                        .toList())
                : named(type.asString(""), schema, depth);
    }

    private static String named(String type, JsonNode schema, int depth) {
        return switch (type) {
            case "string", "boolean", "null" -> type;
            case "integer", "number" -> "number";
            case "array" -> list(type(schema.path("items"), depth + 1));
            case "object" -> object(schema, depth);
            default -> schema.has("properties") ? object(schema, depth) : ANYTHING;
        };
    }

    private static String object(JsonNode schema, int depth) {
        var properties = schema.path("properties");
        if (properties.isEmpty()) {
            return schema.path("additionalProperties").isBoolean()
                            && !schema.path("additionalProperties").booleanValue()
                    ? "{}"
                    : ROW;
        }
        var required =
                elements(schema.path("required")).map(it -> it.asString("")).collect(Collectors.toSet());
        return properties
                .propertyStream()
                .map(it -> "%s%s: %s"
                        .formatted(
                                name(it.getKey()),
                                required.contains(it.getKey()) ? "" : "?",
                                type(it.getValue(), depth + 1)))
                .collect(Collectors.joining("; ", "{ ", " }"));
    }

    private static String union(List<String> types) {
        return types.isEmpty() ? ANYTHING : types.stream().distinct().collect(Collectors.joining(" | "));
    }

    private static String list(String items) {
        return items.contains(" | ") ? "(" + items + ")[]" : items + "[]";
    }

    /** A member, quoted where it is no identifier. */
    static String name(String name) {
        return name.matches("[A-Za-z_$][A-Za-z0-9_$]*") ? name : quoted(name);
    }

    private static String quoted(String name) {
        return "'" + name.replace("\\", "\\\\").replace("'", "\\'").replaceAll("\\s+", " ") + "'";
    }

    /** How a program calls the tool, with placeholders for the inputs that it needs. */
    static String call(ToolLeaf tool) {
        var properties = tool.inputSchema().path("properties");
        var inputs = elements(tool.inputSchema().path("required"))
                .map(it -> name(it.asString("")) + ": "
                        + sample(properties.path(it.asString(""))).orElse("..."))
                .collect(Collectors.joining(", "));
        var member =
                tool.name().matches("[A-Za-z_$][A-Za-z0-9_$]*") ? "." + tool.name() : "[" + quoted(tool.name()) + "]";
        return "tools%s(%s)".formatted(member, inputs.isEmpty() ? "" : "{" + inputs + "}");
    }

    private static Optional<String> sample(JsonNode schema) {
        return switch (schema.path("type").asString("")) {
            case "string" -> Optional.of("'...'");
            case "integer", "number" -> Optional.of("1");
            case "boolean" -> Optional.of("true");
            default -> Optional.empty();
        };
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
