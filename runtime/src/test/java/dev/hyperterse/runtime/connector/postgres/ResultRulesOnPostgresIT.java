package dev.hyperterse.runtime.connector.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.ResultRules.Overflow;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.catalog.RowShape;
import dev.hyperterse.catalog.server.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.connector.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.Postgres;
import dev.hyperterse.testbed.PostgresDatabase;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(Postgres.class)
class ResultRulesOnPostgresIT {
    private static final String FIVE = "VALUES (1), (2), (3), (4), (5)";

    private static TestCalls calls;

    @BeforeAll
    static void connect(PostgresDatabase database) {
        calls = TestCalls.on(TestAdapters.postgres(Access.ReadOnly), TestAdapters.values(database));
    }

    @AfterAll
    static void disconnect() {
        calls.close();
    }

    @Test
    void rowsBeyondTheLimitAreLeftOutOrFailTheCall() {
        assertThat(calls.run(Dialect.POSTGRES, FIVE, rules(2, Overflow.Truncate)))
                .startsWith("[{\"column1\":1},{\"column1\":2}]")
                .contains("\\\"truncated\\\":true,\\\"rows\\\":2");
        assertThat(calls.run(Dialect.POSTGRES, FIVE, rules(2, Overflow.Fail)))
                .isEqualTo("result: the statement returns more than 2 rows; the tool allows 2, its adapter 1000");
        assertThat(calls.run(Dialect.POSTGRES, FIVE, rules(5, Overflow.Truncate)))
                .endsWith(",{\"column1\":5}]");
    }

    /** A connection prepares a text once, whichever tool has it. */
    @Test
    void toolsOfOneStatementHaveLimitsOfTheirOwn() {
        assertThat(calls.run(Dialect.POSTGRES, FIVE, rules(2, Overflow.Truncate)))
                .contains("truncated");
        assertThat(calls.run(Dialect.POSTGRES, FIVE)).endsWith(",{\"column1\":5}]");
        assertThat(calls.run(Dialect.POSTGRES, FIVE, rules(4, Overflow.Truncate)))
                .contains("{\"column1\":4}]")
                .contains("truncated");
    }

    @Test
    void secondRowOfAResultOfOneRowFailsTheCall() {
        var row = new ResultRules(Optional.empty(), Overflow.Fail, RowFormat.Rows, RowShape.Row, Optional.empty());
        assertThat(calls.run(Dialect.POSTGRES, FIVE, row))
                .isEqualTo("result: the statement returns more than one row; the tool allows 1, its adapter 1000");
    }

    private static ResultRules rules(int maxRows, Overflow overflow) {
        return new ResultRules(Optional.of(maxRows), overflow, RowFormat.Rows, RowShape.Rows, Optional.empty());
    }
}
