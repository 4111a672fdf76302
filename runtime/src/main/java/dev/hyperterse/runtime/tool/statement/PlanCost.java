package dev.hyperterse.runtime.tool.statement;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The cost in a plan. PostgreSQL adds up the whole plan at its root. MySQL and MariaDB have the cost of each block of the
 * query, which does not contain that of blocks inside.
 */
final class PlanCost {
    private static final String BLOCK = "query_block";

    private PlanCost() {}

    /** @param rows of EXPLAIN as JSON; empty if the plan has no cost */
    static OptionalDouble of(byte[] rows) {
        var plan = JsonMapper.shared().readTree(rows);
        var root = plan.findPath("Plan").path("Total Cost");
        if (root.isNumber()) {
            return OptionalDouble.of(root.asDouble());
        }
        var costs = plan.findValues(BLOCK).stream()
                .flatMap(PlanCost::withInner)
                .flatMapToDouble(block -> cost(block).stream())
                .toArray();
        return costs.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Arrays.stream(costs).sum());
    }

    /** The search for blocks ends at the outermost ones. */
    private static Stream<JsonNode> withInner(JsonNode block) {
        return Stream.concat(
                Stream.of(block),
                block.valueStream()
                        .flatMap(member -> member.findValues(BLOCK).stream())
                        .flatMap(PlanCost::withInner));
    }

    /** MySQL writes it as a text, MariaDB since version 11 as a number. */
    private static OptionalDouble cost(JsonNode block) {
        var ofMysql = block.path("cost_info").path("query_cost");
        var cost = ofMysql.isMissingNode() ? block.path("cost") : ofMysql;
        return cost.isMissingNode() ? OptionalDouble.empty() : OptionalDouble.of(cost.asDouble());
    }
}
