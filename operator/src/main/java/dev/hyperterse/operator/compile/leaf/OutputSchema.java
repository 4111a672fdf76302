package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.RowShape;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The schema of structured content. Clients refuse results that differ from it, so one that no result of the tool can fit is
 * a mistake of its author; the types of columns are known to the database only.
 */
final class OutputSchema {
    private static final String PATH = "spec.outputSchema";
    private static final String ROWS = "rows";
    private static final String VALUE = "value";

    private OutputSchema() {}

    /** What is known of one row or one value. Rows get none: structured content would double answers that nobody asked to. */
    static Optional<JsonNode> derived(Optional<ResultRules> rules) {
        var schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        return switch (shape(rules)) {
            case Rows -> Optional.empty();
            case Row -> Optional.of(schema);
            case Value -> {
                schema.putObject("properties").putObject(VALUE);
                schema.putArray("required").add(VALUE);
                yield Optional.of(schema);
            }
        };
    }

    /** What in the schema no result can fit. */
    static List<Problem> check(JsonNode schema, Optional<ResultRules> rules) {
        return switch (shape(rules)) {
            case Rows -> members(schema, ROWS, Set.of(ROWS, "truncated"), "describe rows under properties.rows.items");
            case Value -> members(schema, VALUE, Set.of(VALUE), "describe the value under properties.value");
            case Row -> List.of();
        };
    }

    private static RowShape shape(Optional<ResultRules> rules) {
        return rules.map(ResultRules::shape).orElse(RowShape.Rows);
    }

    private static List<Problem> members(JsonNode schema, String member, Set<String> known, String remedy) {
        var problems = new ArrayList<Problem>();
        schema.path("required")
                .valueStream()
                .map(JsonNode::asString)
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> problems.add(problem(
                        PATH + ".required",
                        "structured content of this tool has the member '%s', and the schema requires '%s'"
                                .formatted(member, name),
                        remedy)));
        if (schema.path("additionalProperties").isBoolean()
                && !schema.path("additionalProperties").booleanValue()
                && schema.path("properties").path(member).isMissingNode()
                && schema.path("patternProperties").isMissingNode()) {
            problems.add(problem(
                    PATH + ".additionalProperties",
                    "structured content of this tool has the member '%s', which the schema refuses".formatted(member),
                    remedy));
        }
        return problems;
    }

    private static Problem problem(String path, String message, String remedy) {
        return Problem.of(
                Reason.InvalidSchema,
                path,
                "schema-of-the-result",
                message,
                remedy + ", or set result.shape: Row where the result is one row");
    }
}
