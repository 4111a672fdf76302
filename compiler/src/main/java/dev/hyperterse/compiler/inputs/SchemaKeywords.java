package dev.hyperterse.compiler.inputs;

import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Checks every keyword of every schema within a schema: addresses, references, patterns. */
final class SchemaKeywords {
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");
    private static final Set<String> BASES = Set.of("$id", "$recursiveRef", "$vocabulary");

    /** Keywords whose value is data or names and not a schema. */
    private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "required");

    /** Keywords whose keys are names that authors choose. */
    private static final Set<String> NAMED =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

    private final SchemaReferences schemas;
    private final PatternRules patterns = new PatternRules(Reason.InvalidSchema);
    private final List<Problem> problems = new ArrayList<>();
    private final List<Reference> references = new ArrayList<>();
    private final Set<JsonNode> checked = Collections.newSetFromMap(new IdentityHashMap<>());

    private SchemaKeywords(SchemaReferences schemas) {
        this.schemas = schemas;
    }

    private record Reference(String target, String path) {}

    static List<Problem> check(JsonNode root, SchemaReferences schemas, String path) {
        var keywords = new SchemaKeywords(schemas);
        keywords.schema(root, path);
        keywords.references.forEach(keywords::resolve);
        return keywords.problems;
    }

    private void schema(JsonNode schema, String path) {
        checked.add(schema);
        schema.properties().forEach(entry -> keyword(entry.getKey(), entry.getValue(), path));
    }

    private void keyword(String keyword, JsonNode value, String path) {
        var field = FieldPath.key(path, keyword);
        if (REFERENCES.contains(keyword)) {
            references.add(new Reference(value.isString() ? value.stringValue() : "", field));
        } else if (BASES.contains(keyword)) {
            problems.add(Reason.InvalidSchema.problem(
                    field,
                    "schema-local",
                    "'%s' gives the schema an address of its own".formatted(keyword),
                    "remove it; references start with #"));
        } else if (keyword.equals("pattern") && value.isString()) {
            pattern(value.stringValue(), field);
        } else if (NAMED.contains(keyword) && value.isObject()) {
            named(keyword, value, field);
        } else if (!DATA.contains(keyword)) {
            nested(value, field);
        }
    }

    private void named(String keyword, JsonNode schemas, String path) {
        schemas.properties().forEach(entry -> {
            var field = FieldPath.key(path, entry.getKey());
            if (keyword.equals("patternProperties")) {
                pattern(entry.getKey(), field);
            }
            nested(entry.getValue(), field);
        });
    }

    private void nested(JsonNode value, String path) {
        if (value.isObject()) {
            schema(value, path);
        } else if (value.isArray()) {
            for (var index = 0; index < value.size(); index++) {
                nested(value.get(index), FieldPath.item(path, index));
            }
        }
    }

    // After the walk: only what it has been through may be referred to. A default, or a list of properties taken for a
    // schema, could hold an address elsewhere or an unchecked pattern.
    private void resolve(Reference reference) {
        if (!reference.target().startsWith("#")) {
            problems.add(Reason.InvalidSchema.problem(
                    reference.path(),
                    "schema-local",
                    "the reference points outside the schema",
                    "copy what it refers to into $defs and refer to #/$defs/<name>"));
            return;
        }
        var target = schemas.resolve(reference.target());
        if (target.isEmpty()) {
            problems.add(Reason.InvalidSchema.problem(
                    reference.path(),
                    "schema-reference-exists",
                    "%s is not defined".formatted(reference.target()),
                    "define it under $defs"));
        } else if (!target.get().isBoolean() && !checked.contains(target.get())) {
            problems.add(Reason.InvalidSchema.problem(
                    reference.path(),
                    "schema-reference-exists",
                    "%s is not a schema".formatted(reference.target()),
                    "refer to a schema, such as one under $defs"));
        }
    }

    private void pattern(String pattern, String path) {
        patterns.broken(pattern, path).ifPresent(problems::add);
    }
}
