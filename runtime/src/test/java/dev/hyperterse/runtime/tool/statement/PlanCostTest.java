package dev.hyperterse.runtime.tool.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCostTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            [{"QUERY PLAN":[{"Plan":{"Node Type":"Aggregate","Total Cost":12.5,"Plans":[{"Total Cost":99}]}}]}] | 12.5
            [{"EXPLAIN":{"query_block":{"select_id":1,"cost_info":{"query_cost":"3.25"},"table":{}}}}]         | 3.25
            [{"EXPLAIN":{"query_block":{"cost_info":{"query_cost":"1"},"select_list_subqueries":[{"query_block":{"cost_info":{"query_cost":"40"}}}]}}}] | 41
            [{"EXPLAIN":{"query_block":{"union_result":{"query_specifications":[{"query_block":{"cost_info":{"query_cost":"2"}}},{"query_block":{"cost_info":{"query_cost":"3"}}}]}}}}] | 5
            [{"EXPLAIN":{"query_block":{"select_id":1,"cost":0.75,"nested_loop":[{"table":{"cost":0.5}}]}}}]   | 0.75
            """)
    void theCostOfAPlanIsThatOfAllItsBlocks(String rows, double cost) {
        assertThat(of(rows)).hasValue(cost);
    }

    @Test
    void aPlanWithoutACostHasNone() {
        assertThat(of("[{\"EXPLAIN\":{\"query_block\":{\"select_id\":1,\"table\":{\"rows\":3}}}}]"))
                .isEmpty();
        assertThat(of("[]")).isEmpty();
    }

    private static OptionalDouble of(String rows) {
        return PlanCost.of(rows.getBytes(StandardCharsets.UTF_8));
    }
}
