package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Writing statements run once, on an exclusive connection, and no result claims an effect that is not known. */
@ExtendWith(Postgres.class)
class WritingCallsIT {
    private static final String PROCESS = "SELECT pg_backend_pid() AS v";

    private PostgresDatabase database;
    private TestCalls writer;

    @BeforeEach
    void connect(PostgresDatabase empty) {
        database = empty;
        database.execute(
                "DROP TABLE IF EXISTS written, made",
                "DROP SEQUENCE IF EXISTS attempts",
                "DROP TYPE IF EXISTS mood",
                // Counts what ran, also where its transaction is rolled back.
                "CREATE SEQUENCE attempts",
                "CREATE TABLE written (id int)");
        writer = calls(1);
    }

    @AfterEach
    void disconnect() {
        writer.close();
    }

    @Test
    void statementWithAColumnOfAnUnknownTypeRunsOnce() {
        database.execute("CREATE TYPE mood AS ENUM ('fine')");
        assertThat(run("SELECT nextval('attempts') AS n, 'fine'::mood AS m, ARRAY['fine'::mood] AS ms"))
                .isEqualTo("[{\"n\":1,\"m\":\"fine\",\"ms\":[\"fine\"]}]");
        assertThat(attempts()).isEqualTo("1");
    }

    @Test
    void statementOnATableWithANewColumnTypeRunsOncePerCall() {
        var sql = "INSERT INTO written SELECT nextval('attempts') RETURNING *";
        assertThat(run(sql)).isEqualTo("[{\"id\":1}]");
        database.execute(
                "CREATE TYPE mood AS ENUM ('fine')", "ALTER TABLE written ADD COLUMN mood mood DEFAULT 'fine'");
        assertThat(run(sql)).isEqualTo("[{\"id\":2,\"mood\":\"fine\"}]");
        assertThat(attempts()).isEqualTo("2");
    }

    @Test
    void createTableAsReportsItsRows() {
        assertThat(run("CREATE TABLE made AS SELECT g FROM generate_series(1, 3) AS g"))
                .isEqualTo("[{\"affected\":3}]");
        assertThat(run("VACUUM made")).isEqualTo("[{\"affected\":0}]");
    }

    /** A cancel request that comes late must not stop the statement of the next call. */
    @Test
    void connectionOfACancelledCallServesNoOther() throws Exception {
        var process = run(PROCESS);
        var outcome = new CompletableFuture<String>();
        try (var scope = CallScope.open(writer.deadlines(), 60_000);
                var out = writer.budget().open(1000)) {
            var sleep = writer.tool(List.of(), TestCalls.statement(Dialect.POSTGRES, "SELECT pg_sleep(33)", List.of()));
            Thread.ofVirtual().start(() -> outcome.complete(TestCalls.run(sleep, "{}", scope, out)));
            awaitRunning("pg_sleep(33)");
            scope.end(CallScope.End.CLIENT);
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo("cancelled: the call was cancelled");
        }
        assertThat(run(PROCESS)).startsWith("[{\"v\":").isNotEqualTo(process);
    }

    @Test
    void statementEndedByAChangeOfSettingsReportsIt() throws Exception {
        var outcome = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> outcome.complete(run("SELECT pg_sleep(34)")));
        awaitRunning("pg_sleep(34)");
        writer.adapters().close();
        assertThat(outcome.get(60, TimeUnit.SECONDS))
                .startsWith(
                        "cancelled: the statement was cancelled, because the settings of adapter db changed while it ran");
    }

    /** A write is not stopped for other calls, as a read would be: it takes effect and reports its error. */
    @Test
    void slowWriteWithTooManyRowsRunsToItsEnd() {
        assertThat(run("INSERT INTO written SELECT g FROM generate_series(1, 101) AS g"
                        + " RETURNING id, CASE WHEN id > 100 THEN pg_sleep(0.3)::text END AS s"))
                .isEqualTo("result: the result has more than 100 rows; the statement took effect");
        assertThat(database.query("SELECT count(*) FROM written")).isEqualTo("101");
    }

    @Test
    void writeWhoseRowsExceedTheResultTookEffect() {
        assertThat(run("INSERT INTO written VALUES (1), (2) RETURNING id, repeat('x', 600000) AS v"))
                .startsWith("result: the result is larger than")
                .endsWith("; the statement took effect");
        assertThat(database.query("SELECT count(*) FROM written")).isEqualTo("2");
    }

    @Test
    void writeWithoutABufferForItsRowsTookEffect() {
        try (var poor = new TestCalls(Path.of("."), new BufferBudget(128 * 1024))) {
            poor.reconfigure(TestAdapters.postgres(Access.ReadWrite), TestAdapters.values(database));
            assertThat(poor.run(
                            Dialect.POSTGRES, "INSERT INTO written VALUES (1) RETURNING id, repeat('x', 900000) AS v"))
                    .startsWith("execution: the call needs more than the 131072 bytes")
                    .endsWith("; the statement took effect");
        }
        assertThat(database.query("SELECT count(*) FROM written")).isEqualTo("1");
    }

    /** The rows were sent before the engine checks a constraint at the end of the transaction. */
    @Test
    void writeThatTheEngineRefusesAfterItsRowsReportsTheEngine() {
        database.execute("CREATE TABLE made (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        assertThat(run("INSERT INTO made SELECT 1 FROM generate_series(1, 101) RETURNING id"))
                .startsWith("execution: duplicate key value violates unique constraint");
        assertThat(database.query("SELECT count(*) FROM made")).isEqualTo("0");
    }

    @Test
    void oversizedResultLeavesTheEffectUnknown() {
        assertThat(run("SELECT nextval('attempts'), repeat('x', 30000000) AS v"))
                .isEqualTo("result: the result is larger than this server allows; "
                        + "whether the statement took effect is unknown");
        assertThat(attempts()).isEqualTo("1");
        assertThat(run("SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        assertThat(writer.budget().used()).isZero();
    }

    @Test
    void exclusiveCallsArePreparedOnce() {
        for (var call = 0; call < 5; call++) {
            assertThat(run("INSERT INTO written VALUES (1)")).isEqualTo("[{\"affected\":1}]");
        }
        assertThat(run("SELECT count(*) AS v FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'"))
                .isEqualTo("[{\"v\":1}]");
    }

    private String run(String sql) {
        return writer.run(
                writer.tool(List.of(), TestCalls.statement(Dialect.POSTGRES, sql, List.of())),
                "{}",
                ResultBuffer.Form.PLAIN,
                Duration.ofSeconds(60));
    }

    private TestCalls calls(int connections) {
        return TestCalls.on(
                TestAdapters.postgres(Access.ReadWrite, connections, 60_000, 100), TestAdapters.values(database));
    }

    private String attempts() {
        return database.query("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM attempts");
    }

    private void awaitRunning(String text) {
        await(() -> database.query(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'"
                                + " AND pid <> pg_backend_pid() AND query LIKE '%" + text + "%'")
                .equals("1"));
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
