package dev.hyperterse.compiler.inputs;

import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Checks {@code x-mcp-header}, by which clients repeat an argument in a header: clients that keep to MCP 2026-07-28
 * leave a tool with a faulty one out of their lists, and report that in their log only.
 */
final class HeaderAnnotations {
    private static final String ANNOTATION = "x-mcp-header";
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");

    /** Keywords whose keys are names that authors choose. */
    private static final Set<String> NAMED = Set.of("patternProperties", "$defs", "definitions", "dependentSchemas");

    /** Keywords whose value is data and not a schema. */
    private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "required");

    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private HeaderAnnotations() {}

    static List<Problem> check(JsonNode root, String path) {
        var annotations = new HeaderAnnotations();
        annotations.schema(root, path, false, true);
        return annotations.problems;
    }

    /**
     * @param property whether it is the schema of a property
     * @param reachable whether nothing but {@code properties} leads to it
     */
    private void schema(JsonNode schema, String path, boolean property, boolean reachable) {
        if (schema.has(ANNOTATION)) {
            annotation(schema, FieldPath.key(path, ANNOTATION), property && reachable);
        }
        schema.properties().forEach(entry -> {
            var field = FieldPath.key(path, entry.getKey());
            if (entry.getKey().equals("properties")) {
                entry.getValue()
                        .properties()
                        .forEach(it -> schema(it.getValue(), FieldPath.key(field, it.getKey()), true, reachable));
            } else if (NAMED.contains(entry.getKey())) {
                entry.getValue()
                        .properties()
                        .forEach(it -> schema(it.getValue(), FieldPath.key(field, it.getKey()), false, false));
            } else if (!DATA.contains(entry.getKey())) {
                nested(entry.getValue(), field);
            }
        });
    }

    private void nested(JsonNode value, String path) {
        if (value.isObject()) {
            schema(value, path, false, false);
        } else if (value.isArray()) {
            for (var index = 0; index < value.size(); index++) {
                nested(value.get(index), FieldPath.item(path, index));
            }
        }
    }

    private void annotation(JsonNode schema, String path, boolean allowed) {
        var name = schema.get(ANNOTATION).asString("");
        if (!allowed) {
            add(
                    path,
                    "schema-header-is-reachable",
                    "clients do not read it at this place",
                    "put it at a property that nothing but 'properties' leads to");
        } else if (!TYPES.contains(schema.path("type").asString(""))) {
            add(
                    path,
                    "schema-header-is-scalar",
                    "the property is not of the type string, integer or boolean",
                    "give it one of these types, or remove the annotation");
        } else if (!schema.get(ANNOTATION).isString() || !TOKEN.matcher(name).matches()) {
            add(
                    path,
                    "schema-header-is-a-token",
                    "it cannot be part of the name of a header",
                    "use up to 256 letters, digits and hyphens");
        } else if (!names.add(name.toLowerCase(Locale.ROOT))) {
            add(
                    path,
                    "schema-header-is-unique",
                    "another property has the name '%s', in whatever case".formatted(name),
                    "choose another name");
        }
    }

    private void add(String path, String rule, String message, String remedy) {
        problems.add(Reason.InvalidSchema.problem(path, rule, message, remedy));
    }
}
