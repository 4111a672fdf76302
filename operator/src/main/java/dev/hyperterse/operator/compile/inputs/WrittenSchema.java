package dev.hyperterse.operator.compile.inputs;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.hyperterse.operator.problem.Checked;
import dev.hyperterse.operator.problem.FieldPath;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * JSON Schemas that authors wrote themselves. What passes can be checked against any value in bounded time and without
 * leaving the document: local references only, no loop that stands still, patterns of linear time.
 */
public final class WrittenSchema {
    private static final int LARGEST = 64 << 10;
    private static final int DEEPEST = 32;
    private static final int MOST_ERRORS = 5;
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");
    private static final Set<String> BASES = Set.of("$id", "$recursiveRef", "$vocabulary");

    /** Keywords whose value is data or names and not a schema. */
    private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "required");

    /** Keywords whose keys are names that authors choose. */
    private static final Set<String> NAMED =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

    private final Schema metaSchema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of(InputSchema.DIALECT));

    /** The schema as it stands, or what is wrong with it. */
    public Checked<JsonNode> check(JsonNode schema, String path) {
        // Size and depth come first: everything after walks the whole document.
        var bounds = outOfBounds(schema, path);
        if (!bounds.isEmpty()) {
            return Checked.faulty(bounds);
        }
        var problems = new ArrayList<Problem>();
        root(schema, path, problems);
        keywords(schema, path, schema, problems);
        if (problems.isEmpty()) {
            metaSchema.validate(schema).stream().limit(MOST_ERRORS).forEach(error -> problems.add(fault(error, path)));
        }
        if (problems.isEmpty()) {
            SchemaLoops.standingStill(schema)
                    .ifPresent(pointer -> problems.add(problem(
                            path,
                            "schema-ends",
                            "the references at %s lead back to themselves".formatted(pointer),
                            "let a recursion pass through 'properties' or 'items'")));
        }
        return Checked.unless(problems, schema);
    }

    private static List<Problem> outOfBounds(JsonNode schema, String path) {
        if (deeperThan(schema, DEEPEST)) {
            return List.of(problem(
                    path,
                    "schema-depth",
                    "the schema is nested deeper than %d levels".formatted(DEEPEST),
                    "move inner parts to $defs and refer to them"));
        }
        var size = schema.toString().getBytes(StandardCharsets.UTF_8).length;
        return size <= LARGEST
                ? List.of()
                : List.of(problem(
                        path,
                        "schema-size",
                        "the schema has %d bytes, more than %d".formatted(size, LARGEST),
                        "shorten it; descriptions are what usually takes the room"));
    }

    private static boolean deeperThan(JsonNode node, int levels) {
        return node.isContainer()
                && (levels == 0 || node.valueStream().anyMatch(child -> deeperThan(child, levels - 1)));
    }

    private static void root(JsonNode schema, String path, List<Problem> problems) {
        // A legacy client refuses a whole tools/list in which one schema is not of an object.
        if (!schema.path("type").isString()
                || !schema.path("type").stringValue().equals("object")) {
            problems.add(
                    problem(path, "schema-of-an-object", "the schema is not one of an object", "set type: object"));
        }
        var dialect = schema.path("$schema");
        if (!dialect.isMissingNode()
                && !(dialect.isString()
                        && dialect.stringValue().replaceFirst("#$", "").equals(InputSchema.DIALECT))) {
            problems.add(problem(
                    FieldPath.key(path, "$schema"),
                    "schema-dialect",
                    "the schema is of another dialect than 2020-12",
                    "remove $schema, or set it to " + InputSchema.DIALECT));
        }
    }

    private static void keywords(JsonNode schema, String path, JsonNode root, List<Problem> problems) {
        schema.properties().forEach(entry -> {
            var keyword = entry.getKey();
            var value = entry.getValue();
            var field = FieldPath.key(path, keyword);
            if (REFERENCES.contains(keyword)) {
                reference(value, field, root, problems);
            } else if (BASES.contains(keyword)) {
                problems.add(problem(
                        field,
                        "schema-local",
                        "'%s' gives the schema an address of its own".formatted(keyword),
                        "remove it; references start with #"));
            } else if (keyword.equals("pattern") && value.isString()) {
                pattern(value.stringValue(), field, problems);
            } else if (NAMED.contains(keyword) && value.isObject()) {
                named(keyword, value, field, root, problems);
            } else if (!DATA.contains(keyword)) {
                nested(value, field, root, problems);
            }
        });
    }

    private static void named(String keyword, JsonNode schemas, String path, JsonNode root, List<Problem> problems) {
        schemas.properties().forEach(entry -> {
            var field = FieldPath.key(path, entry.getKey());
            if (keyword.equals("patternProperties")) {
                pattern(entry.getKey(), field, problems);
            }
            nested(entry.getValue(), field, root, problems);
        });
    }

    private static void nested(JsonNode value, String path, JsonNode root, List<Problem> problems) {
        if (value.isObject()) {
            keywords(value, path, root, problems);
        } else if (value.isArray()) {
            for (var index = 0; index < value.size(); index++) {
                nested(value.get(index), FieldPath.item(path, index), root, problems);
            }
        }
    }

    private static void reference(JsonNode value, String path, JsonNode root, List<Problem> problems) {
        var target = value.isString() ? value.stringValue() : "";
        if (!target.startsWith("#")) {
            problems.add(problem(
                    path,
                    "schema-local",
                    "the reference leaves the schema",
                    "copy what it refers to into $defs and refer to #/$defs/<name>"));
        } else if (SchemaReference.resolve(root, target).isEmpty()) {
            problems.add(problem(
                    path,
                    "schema-reference-exists",
                    "there is nothing at %s".formatted(target),
                    "define it under $defs"));
        }
    }

    private static void pattern(String pattern, String path, List<Problem> problems) {
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException broken) {
            problems.add(problem(
                    path,
                    "pattern-is-re2",
                    "the pattern is not one of RE2: " + broken.getDescription(),
                    "RE2 has no look-around and no back-references"));
        }
    }

    private static Problem fault(Error error, String path) {
        var field = path;
        for (var index = 0; index < error.getInstanceLocation().getNameCount(); index++) {
            var step = error.getInstanceLocation().getElement(index);
            field = step instanceof Number number
                    ? FieldPath.item(field, number.intValue())
                    : FieldPath.key(field, step.toString());
        }
        return problem(field, "schema-is-valid", error.getMessage(), "see JSON Schema 2020-12");
    }

    private static Problem problem(String path, String rule, String message, String remedy) {
        return Problem.of(Reason.InvalidSchema, path, rule, message, remedy);
    }
}
