package dev.hyperterse.compiler.inputs;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * JSON Schemas that authors wrote themselves. What passes can be checked against any value in bounded time and without
 * leaving the document: local references only, no loop that stands still, few schemas for one value, small patterns.
 */
public final class WrittenSchema {
    private static final int LARGEST = 64 << 10;
    private static final int DEEPEST = 32;
    private static final int MOST_ERRORS = 5;
    /** Schemas that are evaluated for one value, and how many of them follow from each other. */
    private static final int BROADEST = 1_000;

    private static final int LONGEST_CHAIN = 64;

    /** Read with the first schema that an author wrote: it takes longer than to compile most servers, and few have one. */
    private static final class Meta {
        static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of(InputSchema.DIALECT));
    }

    /** The schema as it stands, or what is wrong with it. */
    public Checked<JsonNode> check(JsonNode schema, String path) {
        // Size and depth come first: everything after walks the whole document.
        var bounds = outOfBounds(schema, path);
        if (!bounds.isEmpty()) {
            return Checked.faulty(bounds);
        }
        var problems = new ArrayList<Problem>();
        root(schema, path, problems);
        var references = new SchemaReferences(schema);
        problems.addAll(SchemaKeywords.check(schema, references, path));
        problems.addAll(HeaderAnnotations.check(schema, path));
        if (problems.isEmpty()) {
            Meta.SCHEMA.validate(schema).stream().limit(MOST_ERRORS).forEach(error -> problems.add(fault(error, path)));
        }
        if (problems.isEmpty()) {
            SchemaLoops.standingStill(schema, references)
                    .map(pointer -> Reason.InvalidSchema.problem(
                            path,
                            "schema-ends",
                            "the references at %s lead back to themselves".formatted(pointer),
                            "let a recursion pass through 'properties' or 'items'"))
                    .or(() -> tooBroad(SchemaBreadth.of(schema, references), path))
                    .ifPresent(problems::add);
        }
        return Checked.unless(problems, schema);
    }

    private static Optional<Problem> tooBroad(SchemaBreadth.Extent extent, String path) {
        if (extent.schemas() > BROADEST) {
            return Optional.of(Reason.InvalidSchema.problem(
                    path,
                    "schema-breadth",
                    "one value is evaluated by %d schemas, more than %d".formatted(extent.schemas(), BROADEST),
                    "refer to each definition once, instead of several times in allOf, anyOf or oneOf"));
        }
        return extent.depth() > LONGEST_CHAIN
                ? Optional.of(Reason.InvalidSchema.problem(
                        path,
                        "schema-chain",
                        "%d schemas follow from each other for one value, more than %d"
                                .formatted(extent.depth(), LONGEST_CHAIN),
                        "let references lead to a definition directly"))
                : Optional.empty();
    }

    private static List<Problem> outOfBounds(JsonNode schema, String path) {
        if (deeperThan(schema, DEEPEST)) {
            return List.of(tooDeep(path));
        }
        var size = schema.toString().getBytes(StandardCharsets.UTF_8).length;
        return size <= LARGEST
                ? List.of()
                : List.of(Reason.InvalidSchema.problem(
                        path,
                        "schema-size",
                        "the schema has %d bytes, more than %d".formatted(size, LARGEST),
                        "shorten it; descriptions are what usually takes the room"));
    }

    static Problem tooDeep(String path) {
        return Reason.InvalidSchema.problem(
                path,
                "schema-depth",
                "the schema is nested deeper than %d levels".formatted(DEEPEST),
                "move inner parts to $defs and refer to them");
    }

    private static boolean deeperThan(JsonNode node, int levels) {
        return node.isContainer()
                && (levels == 0 || node.valueStream().anyMatch(child -> deeperThan(child, levels - 1)));
    }

    private static void root(JsonNode schema, String path, List<Problem> problems) {
        // A legacy client refuses a whole tools/list in which one schema is not of an object.
        if (!schema.path("type").isString()
                || !schema.path("type").stringValue().equals("object")) {
            problems.add(Reason.InvalidSchema.problem(
                    path, "schema-of-an-object", "the schema is not of type object", "set type: object"));
        }
        var dialect = schema.path("$schema");
        if (!dialect.isMissingNode()
                && !(dialect.isString()
                        && dialect.stringValue().replaceFirst("#$", "").equals(InputSchema.DIALECT))) {
            problems.add(Reason.InvalidSchema.problem(
                    FieldPath.key(path, "$schema"),
                    "schema-dialect",
                    "the schema uses another dialect than 2020-12",
                    "remove $schema, or set it to " + InputSchema.DIALECT));
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
        return Reason.InvalidSchema.problem(field, "schema-is-valid", error.getMessage(), "see JSON Schema 2020-12");
    }
}
