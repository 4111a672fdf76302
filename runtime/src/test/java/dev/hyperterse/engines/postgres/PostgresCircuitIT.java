package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A database that admits connections and answers no statement in time: a migration holds a lock that all of them need. */
@ExtendWith(Postgres.class)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgresCircuitIT {
    private static final String REFUSED = "unavailable: adapter db unavailable: it does not answer in time,";

    @Test
    void callsFailAtOnceWhileTheDatabaseIsBlockedAndSucceedAfterwards(PostgresDatabase database) throws Exception {
        database.execute("CREATE TABLE stock (id int)", "INSERT INTO stock VALUES (1)");
        try (var calls = TestCalls.on(
                        TestAdapters.postgres(Access.ReadOnly, 4, 1_000, 10), TestAdapters.values(database));
                var migration = database.connect()) {
            var count = tool(calls, "SELECT count(*) AS n FROM stock");
            var list = tool(calls, "SELECT id FROM stock");
            assertThat(settled(calls, list)).isEqualTo("[{\"id\":1}]");

            migration.setAutoCommit(false);
            migration.createStatement().execute("LOCK TABLE stock IN ACCESS EXCLUSIVE MODE");
            var answer = "";
            for (var call = 0; !answer.startsWith(REFUSED); call++) {
                answer = calls.run(call % 2 == 0 ? count : list, "{}");
                assertThat(answer).startsWith(call < 5 ? "timeout: " : "");
            }
            assertThat(calls.adapters().states().getFirst().message()).contains("it does not answer in time");
            assertThat(calls.adapters().openCircuits()).containsEntry(TestCalls.ADAPTER, true);

            migration.rollback();
            assertThat(settled(calls, list)).isEqualTo("[{\"id\":1}]");
            assertThat(settled(calls, count)).isEqualTo("[{\"n\":1}]");
            assertThat(calls.adapters().openCircuits()).containsEntry(TestCalls.ADAPTER, false);
        }
    }

    /** A busy machine may need more than the second of the adapter for any statement. */
    private static String settled(TestCalls calls, LinkedTool tool) {
        var answer = calls.run(tool, "{}");
        while (answer.startsWith("timeout: ") || answer.startsWith(REFUSED)) {
            answer = calls.run(tool, "{}");
        }
        return answer;
    }

    private static LinkedTool tool(TestCalls calls, String sql) {
        return calls.tool(
                List.of(),
                new Action.RunSql(
                        TestCalls.ADAPTER, new SqlStatement(Dialect.POSTGRES, List.of(new Segment.Text(sql))), sql));
    }
}
