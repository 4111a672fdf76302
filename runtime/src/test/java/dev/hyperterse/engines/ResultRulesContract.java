package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.runtime.tool.TestCalls;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Result rules on every SQL engine: at most a thousand rows and a megabyte in total. */
@Timeout(60)
public abstract class ResultRulesContract {
    private static final String FIVE =
            "SELECT 1 AS v UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5";

    private final Dialect dialect;
    private TestCalls calls;

    protected ResultRulesContract(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Calls on the engine. */
    protected abstract TestCalls calls(Access access);

    /** A query that returns the given number of rows with a text of the given length in the column v. */
    protected abstract String rows(int count, int length);

    /** The same on an adapter that only reads. */
    protected final TestCalls reading() {
        calls = calls(Access.ReadOnly);
        return calls;
    }

    @AfterEach
    final void close() {
        if (calls != null) {
            calls.close();
        }
    }

    @Test
    void rowsBeyondTheLimitAreOmittedOrFailTheCall() {
        var calls = reading();
        assertThat(calls.run(dialect, FIVE, rules(2, Overflow.Truncate)))
                .startsWith("[{\"v\":1},{\"v\":2}]")
                .contains("\\\"truncated\\\":true,\\\"rows\\\":2");
        assertThat(calls.run(dialect, FIVE, rules(2, Overflow.Fail)))
                .isEqualTo("result: the result has more than 2 rows; the tool allows 2, its adapter 1000");
        assertThat(calls.run(dialect, FIVE, rules(5, Overflow.Truncate))).endsWith(",{\"v\":5}]");
    }

    /** A connection prepares a text once, whichever tool has it. */
    @Test
    void toolsWithTheSameStatementHaveTheirOwnLimits() {
        var calls = reading();
        assertThat(calls.run(dialect, FIVE, rules(2, Overflow.Truncate))).contains("truncated");
        assertThat(calls.run(dialect, FIVE)).endsWith(",{\"v\":5}]");
        assertThat(calls.run(dialect, FIVE, rules(4, Overflow.Truncate)))
                .contains("{\"v\":4}]")
                .contains("truncated");
    }

    @Test
    void secondRowOfAResultOfOneRowFailsTheCall() {
        var row = new ResultRules(Optional.empty(), Overflow.Fail, RowFormat.Rows, RowShape.Row, Optional.empty());
        assertThat(reading().run(dialect, FIVE, row))
                .isEqualTo("result: the result has more than one row; the tool allows 1, its adapter 1000");
    }

    /** The second time with so much left that reading it costs more than the connection. */
    @ParameterizedTest
    @CsvSource({"20, 100000, 10", "100, 500000, 2"})
    void rowsThatDoNotFitIntoTheResultAreOmittedOrFailTheCall(int count, int length, int fitting) {
        var calls = reading();
        var answer = calls.run(dialect, rows(count, length), rules(1000, Overflow.Truncate));
        assertThat(answer.split("\"v\":", -1)).hasSize(fitting + 1);
        assertThat(answer)
                .startsWith("[{\"v\":\"")
                .contains("\"}]{\"type\":\"text\"")
                .contains("\\\"truncated\\\":true,\\\"rows\\\":" + fitting)
                .hasSizeLessThan((int) TestCalls.MAX_RESULT);
        assertThat(calls.run(dialect, rows(count, length), rules(1000, Overflow.Fail)))
                .isEqualTo("result: the result is larger than 1048576 bytes");
        assertThat(calls.run(dialect, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        assertThat(calls.budget().used()).isZero();
    }

    /** Longer than an answer, and longer than what is read of a row. */
    @ParameterizedTest
    @ValueSource(ints = {1_500_000, 3_000_000})
    void resultEndsBeforeAnOversizedRow(int length) {
        var calls = reading();
        var sql =
                "SELECT 'a' AS v UNION ALL SELECT 'b' UNION ALL SELECT v FROM (%s) AS large".formatted(rows(1, length));
        assertThat(calls.run(dialect, sql, rules(1000, Overflow.Truncate))).startsWith(behindSmallRows());
        assertThat(calls.run(dialect, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        assertThat(calls.budget().used()).isZero();
    }

    /** The beginning of a result whose third row is too large. */
    protected String behindSmallRows() {
        return "[{\"v\":\"a\"},{\"v\":\"b\"}]{\"type\":\"text\",\"text\":\"{\\\"truncated\\\":true,\\\"rows\\\":2,";
    }

    @Test
    void oversizedFirstRowFailsTheCall() {
        assertThat(reading().run(dialect, rows(1, 1_048_000), rules(1000, Overflow.Truncate)))
                .isEqualTo("result: the result is larger than 1048576 bytes with its first row alone;"
                        + " select fewer columns or shorter values");
    }

    @Test
    void resultWithoutRowsNamesItsColumns() {
        var calls = reading();
        var none = "SELECT 1 AS id, 'a' AS label, 2 AS id FROM (%s) AS five WHERE v > 5".formatted(FIVE);
        var tool = calls.tool(
                new Action.RunSql(TestCalls.ADAPTER, new SqlStatement(dialect, List.of(new Segment.Text(none))), ""),
                rules(1000, Overflow.Fail));
        try (var scope = CallScope.open(calls.deadlines(), 20_000);
                var out = calls.budget().open(TestCalls.MAX_RESULT)) {
            assertThat(TestCalls.run(tool, "{}", scope, out)).isEqualTo("[]");
            assertThat(out.rowsEnd().columns()).containsExactly("id", "label", "id_2");
        }
    }

    /** The engine may have sent a part of the rows when the answer is complete. */
    @ParameterizedTest
    @CsvSource({"2, Truncate", "1000, Truncate", "2, Fail"})
    void writeWithOmittedRowsTakesEffect(int maxRows, Overflow overflow) {
        assumeTrue(hasReturning());
        try (var writing = calls(Access.ReadWrite)) {
            writing.run(dialect, "DROP TABLE IF EXISTS kept");
            writing.run(dialect, "CREATE TABLE kept (v TEXT)");
            var insert = "INSERT INTO kept " + rows(3_000, 5_000) + " RETURNING v";
            var answer = writing.run(dialect, insert, rules(maxRows, overflow));
            assertThat(answer).startsWith(overflow == Overflow.Fail ? "result: the result has more" : "[{\"v\":");
            assertThat(writing.run(dialect, "SELECT count(*) AS n FROM kept")).isEqualTo("[{\"n\":3000}]");
            writing.run(dialect, "DROP TABLE kept");
        }
    }

    protected boolean hasReturning() {
        return true;
    }

    protected static ResultRules rules(int maxRows, Overflow overflow) {
        return new ResultRules(Optional.of(maxRows), overflow, RowFormat.Rows, RowShape.Rows, Optional.empty());
    }
}
