package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** COPY sends no result rows; only a statement with pasted values can contain it. */
@ExtendWith(Postgres.class)
class PastedCopyIT {
    private static final String REFUSED =
            "execution: COPY sends its rows outside of a result; select the rows, or insert them";

    @ParameterizedTest
    @CsvSource({
        "ReadOnly, COPY (SELECT 1) TO STDOUT, ''",
        "ReadWrite, COPY (SELECT 1) TO STDOUT, ; whether the statement took effect is unknown",
        "ReadWrite, COPY item FROM STDIN, ; whether the statement took effect is unknown"
    })
    void copyFailsItsCallAndKeepsTheAdapterUp(Access access, String sql, String effect, PostgresDatabase database) {
        database.execute("DROP TABLE IF EXISTS item", "CREATE TABLE item (id int)");
        try (var calls = TestCalls.on(TestAdapters.postgres(access, 2, 10_000, 100), TestAdapters.values(database))) {
            var inputs = List.of(TestCalls.input("sql", InputType.STRING, true));
            var pasted = new SqlStatement(Dialect.POSTGRES, List.of(new Segment.Pasted(new Reference.Input("sql"))));
            var tool = calls.tool(new Inputs.Declared(inputs), new Action.RunSql(TestCalls.ADAPTER, pasted, ""));

            assertThat(calls.run(tool, "{\"sql\":\"%s\"}".formatted(sql))).isEqualTo(REFUSED + effect);
            assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        }
    }
}
