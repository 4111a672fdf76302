package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of structured content. Clients refuse results that differ from it, so one that no result of the tool can fit is
 * a mistake of its author; the types of columns are known to the database only.
 */
final class OutputSchema {
    private static final String PATH = "spec.outputSchema";
    private static final String ROWS = "rows";
    private static final String TRUNCATED = "truncated";
    private static final String VALUE = "value";

    private OutputSchema() {}

    /**
     * The schema of one row or one value, as far as it is known.
     *
     * @param rows whether rows have one: structured content doubles the answer, so only tools whose view shows it do
     */
    static Optional<JsonNode> derived(Optional<ResultRules> rules, boolean rows) {
        var schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        return switch (shape(rules)) {
            case Rows -> Optional.of(schema).filter(_ -> rows).map(OutputSchema::ofRows);
            case Row -> Optional.of(schema);
            case Value -> {
                schema.putObject("properties").putObject(VALUE);
                schema.putArray("required").add(VALUE);
                yield Optional.of(schema);
            }
        };
    }

    private static JsonNode ofRows(ObjectNode schema) {
        schema.putObject("properties")
                .putObject(ROWS)
                .put("type", "array")
                .putObject("items")
                .put("type", "object");
        schema.putArray("required").add(ROWS);
        return schema;
    }

    /** Whether results of that schema can have rows that a page finds. */
    static boolean hasRows(Optional<JsonNode> schema, Optional<ResultRules> rules) {
        return shape(rules) != RowShape.Value
                && schema.filter(it -> it.path("type").asString("").equals("object"))
                        .isPresent();
    }

    /** The parts of the schema that no result can fit. */
    static List<Problem> check(JsonNode schema, Optional<ResultRules> rules) {
        return switch (shape(rules)) {
            case Rows -> members(schema, rows(rules), "describe rows under properties.rows.items");
            case Value ->
                members(
                        schema,
                        new Members(List.of(VALUE), Set.of(VALUE)),
                        "describe the value under properties.value");
            case Row -> List.of();
        };
    }

    /** Whether an author who wrote this schema cannot have meant answers that are truncated. */
    static boolean isOfCompleteRows(JsonNode schema) {
        return isClosed(schema) && schema.path("properties").path(TRUNCATED).isMissingNode();
    }

    private static boolean isClosed(JsonNode schema) {
        var closed = schema.path("additionalProperties");
        return closed.isBoolean()
                && !closed.booleanValue()
                && schema.path("patternProperties").isMissingNode();
    }

    private static RowShape shape(Optional<ResultRules> rules) {
        return rules.map(ResultRules::shape).orElse(RowShape.Rows);
    }

    /** @param always in every result, so that a schema may require them */
    private record Members(List<String> all, Set<String> always) {}

    private static Members rows(Optional<ResultRules> rules) {
        if (rules.flatMap(ResultRules::keyset).isPresent()) {
            return new Members(List.of(ROWS, TRUNCATED, "nextCursor"), Set.of(ROWS, TRUNCATED));
        }
        return rules.filter(it -> it.overflow() == Overflow.Truncate).isPresent()
                ? new Members(List.of(ROWS, TRUNCATED), Set.of(ROWS, TRUNCATED))
                : new Members(List.of(ROWS), Set.of(ROWS));
    }

    private static List<Problem> members(JsonNode schema, Members members, String remedy) {
        var problems = new ArrayList<Problem>();
        schema.path("required")
                .valueStream()
                .map(JsonNode::asString)
                .filter(name -> !members.always().contains(name))
                .findFirst()
                .ifPresent(name -> problems.add(problem(
                        PATH + ".required",
                        "structured content of this tool always has %s, and the schema requires '%s'"
                                .formatted(members.all().getFirst(), name),
                        remedy)));
        if (isClosed(schema)) {
            members.all().stream()
                    .filter(member -> schema.path("properties").path(member).isMissingNode())
                    .findFirst()
                    .ifPresent(member -> problems.add(problem(
                            PATH + ".additionalProperties",
                            "structured content of this tool has the member '%s', which the schema refuses"
                                    .formatted(member),
                            "declare it under properties: " + remedy)));
        }
        return problems;
    }

    private static Problem problem(String path, String message, String remedy) {
        return Reason.InvalidSchema.problem(
                path,
                "schema-of-the-result",
                message,
                remedy + ", or set result.shape: Row where the result is one row");
    }
}
