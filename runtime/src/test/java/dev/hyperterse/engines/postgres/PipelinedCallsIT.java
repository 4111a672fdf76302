package dev.hyperterse.engines.postgres;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static dev.hyperterse.runtime.tool.TestCalls.statement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls that are pipelined on one connection behave as if each had its own. */
@ExtendWith(Postgres.class)
class PipelinedCallsIT {
    private static final List<Input> INPUTS =
            List.of(input("int", InputType.INT, true), input("text", InputType.STRING, true));
    private static final int POOL = 2;
    private static final int CALLERS = 24;
    private static final int CALLS = 60;
    /** Waits while another session holds the lock of that number. */
    private static final String WAIT = "SELECT <int> AS v FROM pg_advisory_xact_lock_shared(<int>)";

    private PostgresDatabase database;
    private TestCalls calls;

    @BeforeEach
    void connect(PostgresDatabase empty) {
        database = empty;
        database.execute(
                "DROP TABLE IF EXISTS t",
                "CREATE TABLE t (id int PRIMARY KEY, name text)",
                "INSERT INTO t VALUES (1, 'one'), (2, 'two')");
        calls = TestCalls.on(TestAdapters.postgres(Access.ReadOnly, POOL, 60_000, 100), TestAdapters.values(database));
    }

    @AfterEach
    void disconnect() {
        calls.close();
    }

    @Test
    void everyCallGetsItsOwnRows() {
        var tool = tool("SELECT <int> AS v, repeat(<text>, 3) AS t, NULL AS n, 1.50 AS d, true AS b,"
                + " timestamptz '2025-01-02 03:04Z' AS at");
        assertThat(wrong(number -> {
                    var outcome = calls.run(tool, "{\"int\": %d, \"text\": \"é%d\"}".formatted(number, number));
                    var expected =
                            "[{\"v\":%d,\"t\":\"é%d\u00e9%d\u00e9%d\",\"n\":null,\"d\":1.50,\"b\":true,\"at\":\"2025-01-02T03:04:00Z\"}]"
                                    .formatted(number, number, number, number);
                    return outcome.equals(expected) ? "" : outcome;
                }))
                .isEmpty();
        assertThat(calls.budget().used()).isZero();
    }

    @Test
    void failedCallHasTheMessageOfTheEngineAndDoesNotAffectItsNeighbours() {
        var tool = tool("SELECT 10 / <int> AS v");
        assertThat(wrong(number -> {
                    var outcome = calls.run(tool, "{\"int\": %d}".formatted(number % 7));
                    var expected = number % 7 == 0
                            ? "execution: division by zero (SQLSTATE 22012)"
                            : "[{\"v\":%d}]".formatted(10 / (number % 7));
                    return outcome.equals(expected) ? "" : outcome;
                }))
                .isEmpty();
    }

    @Test
    void callWithTooManyRowsDoesNotAffectItsNeighbours() {
        var tool = tool("SELECT g AS v FROM generate_series(1, <int>) AS g");
        assertThat(wrong(number -> {
                    var rows = number % 5 == 0 ? 101 : 1;
                    var outcome = calls.run(tool, "{\"int\": %d}".formatted(rows));
                    var expected = rows == 1 ? "[{\"v\":1}]" : "result: the result has more than 100 rows";
                    return outcome.equals(expected) ? "" : outcome;
                }))
                .isEmpty();
        assertThat(calls.budget().used()).isZero();
    }

    /** Another connection has learned the type, but not the one that prepared the statement before. */
    @Test
    void columnOfANewTypeKeepsTheRowsOfItsStatement() {
        var tool = tool("SELECT * FROM t WHERE id = <int>");
        assertThat(wrong(number -> outcomeUnless(calls.run(tool, "{\"int\": 9}"), "[]")))
                .isEmpty();
        database.execute("CREATE TYPE mood AS ENUM ('fine')", "ALTER TABLE t ADD COLUMN mood mood DEFAULT 'fine'");
        assertThat(wrong(number -> number % 2 == 0
                        ? outcomeUnless(calls.run(tool, "{\"int\": 9}"), "[]")
                        : outcomeUnless(
                                calls.run(tool, "{\"int\": 1}"), "[{\"id\":1,\"name\":\"one\",\"mood\":\"fine\"}]")))
                .isEmpty();
    }

    @Test
    void concurrentFirstCallsWithAnUntypedParameterSucceed() {
        for (var round = 0; round < 10; round++) {
            var tool = tool("SELECT %d AS v WHERE <text> IS NOT NULL".formatted(round));
            var expected = "[{\"v\":%d}]".formatted(round);
            assertThat(wrong(number -> outcomeUnless(calls.run(tool, "{\"text\": \"a\"}"), expected)))
                    .isEmpty();
        }
    }

    @Test
    void encodingChangedByAFunctionReachesNoOtherCall() {
        var changing = tool("SELECT set_config('client_encoding', 'LATIN1', false) AS v");
        var tool = tool("SELECT 'é' || <text> AS v");
        assertThat(wrong(number -> number % 10 == 0
                        ? outcomeUnless(calls.run(changing, "{}"), "[{\"v\":\"LATIN1\"}]")
                        : outcomeUnless(calls.run(tool, "{\"text\": \"ü\"}"), "[{\"v\":\"éü\"}]")))
                .isEmpty();
    }

    private static String outcomeUnless(String outcome, String expected) {
        return outcome.equals(expected) ? "" : outcome;
    }

    @Test
    void terminatedBackendsFailNoCall() throws Exception {
        var tool = tool("SELECT name AS v FROM t WHERE id = <int>");
        var over = new AtomicBoolean();
        var killer = Thread.ofVirtual().start(() -> {
            while (!over.get()) {
                database.query(
                        "SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND application_name = 'hyperterse' AND pid <> pg_backend_pid() AND random() < 0.2");
            }
        });
        ConcurrentLinkedQueue<String> wrong;
        try {
            wrong = wrong(number -> {
                var outcome = calls.run(tool, "{\"int\": 1}");
                // A call whose connection is lost twice is given up, as it is when it runs alone.
                return outcome.equals("[{\"v\":\"one\"}]") || outcome.startsWith("unavailable:") ? "" : outcome;
            });
        } finally {
            over.set(true);
            killer.join();
        }
        assertThat(wrong).isEmpty();
        await(() -> calls.run(tool, "{\"int\": 2}").equals("[{\"v\":\"two\"}]"));
    }

    @Test
    void changedTableIsDetected() {
        var tool = tool("SELECT * FROM t WHERE id = <int>");
        for (var number = 0; number < 20; number++) {
            assertThat(calls.run(tool, "{\"int\": 1}")).isEqualTo("[{\"id\":1,\"name\":\"one\"}]");
        }
        database.execute("ALTER TABLE t ADD COLUMN more bool DEFAULT true");
        for (var number = 0; number < 50; number++) {
            assertThat(calls.run(tool, "{\"int\": 1}")).isEqualTo("[{\"id\":1,\"name\":\"one\",\"more\":true}]");
        }
    }

    @Test
    void rowsOfUnusualTypesAreEncodedAsInExclusiveCalls() {
        for (var number = 0; number < 50; number++) {
            assertThat(calls.run(Dialect.POSTGRES, "SELECT ARRAY[1, 2] AS a, '\\x0102'::bytea AS b, point(1, 2) AS p"))
                    .isEqualTo("[{\"a\":[1,2],\"b\":\"AQI=\",\"p\":\"(1,2)\"}]");
        }
    }

    @Test
    void callBehindAStatementThatBecomesSlowDoesNotWaitForIt() throws Exception {
        var tool = tool(WAIT);
        var slow = new CompletableFuture<String>();
        try (var holder = database.connect()) {
            learn(tool);
            lock(holder, 7);
            // Longer than all the others together may take.
            var patient = Duration.ofSeconds(60);
            Thread.ofVirtual()
                    .start(() -> slow.complete(calls.run(tool, "{\"int\": 7}", ResultBuffer.Form.PLAIN, patient)));
            awaitWaiting(1);
            assertThat(wrong(number -> {
                        var outcome = calls.run(tool, "{\"int\": 1}");
                        return outcome.equals("[{\"v\":1}]") ? "" : outcome;
                    }))
                    .isEmpty();
            assertThat(slow).isNotDone();
        }
        assertThat(slow.get(60, TimeUnit.SECONDS)).isEqualTo("[{\"v\":7}]");
    }

    @Test
    void cancelledCallStopsOnlyItsStatement() throws Exception {
        var tool = tool(WAIT);
        var slow = new CompletableFuture<String>();
        try (var holder = database.connect();
                var scope = CallScope.open(calls.deadlines(), 60_000);
                var out = calls.budget().open(1000)) {
            learn(tool);
            lock(holder, 7);
            Thread.ofVirtual().start(() -> slow.complete(TestCalls.run(tool, "{\"int\": 7}", scope, out)));
            awaitWaiting(1);
            scope.end(CallScope.End.CLIENT);
            assertThat(slow.get(60, TimeUnit.SECONDS)).isEqualTo("cancelled: the call was cancelled");
            awaitWaiting(0);
            learn(tool);
        }
        assertThat(calls.budget().used()).isZero();
    }

    @Test
    void exclusiveCallGetsAConnectionUnderSharedLoad() throws Exception {
        var quick = tool("SELECT <int> AS v");
        var over = new AtomicBoolean();
        var callers = new ArrayList<Thread>();
        learn(quick);
        for (var caller = 0; caller < CALLERS; caller++) {
            callers.add(Thread.ofVirtual().start(() -> {
                while (!over.get()) {
                    calls.run(quick, "{\"int\": 1}");
                }
            }));
        }
        try {
            for (var number = 0; number < 5; number++) {
                assertThat(calls.run(Dialect.POSTGRES, "SELECT " + number + " AS v, pg_sleep(0.02)::text AS s"))
                        .isEqualTo("[{\"v\":" + number + ",\"s\":\"\"}]");
            }
        } finally {
            over.set(true);
            for (var caller : callers) {
                caller.join();
            }
        }
    }

    private LinkedTool tool(String sql) {
        return calls.tool(INPUTS, statement(Dialect.POSTGRES, sql, INPUTS));
    }

    /** Calls until it is known to be quick. */
    private void learn(LinkedTool tool) {
        for (var number = 0; number < 10; number++) {
            assertThat(calls.run(tool, "{\"int\": 1}")).isEqualTo("[{\"v\":1}]");
        }
    }

    /** What many calls at once answered that they should not have; {@code call} returns an empty text where all is well. */
    private static ConcurrentLinkedQueue<String> wrong(IntFunction<String> call) {
        var wrong = new ConcurrentLinkedQueue<String>();
        var callers = new ArrayList<Thread>();
        for (var caller = 0; caller < CALLERS; caller++) {
            var first = caller * CALLS;
            callers.add(Thread.ofVirtual().start(() -> {
                for (var number = first; number < first + CALLS; number++) {
                    var outcome = call.apply(number);
                    if (!outcome.isEmpty()) {
                        wrong.add(outcome);
                    }
                }
            }));
        }
        callers.forEach(caller -> {
            try {
                caller.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        return wrong;
    }

    private static void lock(Connection holder, int number) throws SQLException {
        try (var statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + number + ")");
        }
    }

    private void awaitWaiting(int count) {
        await(() -> database.query("SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                        + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
                .equals(Integer.toString(count)));
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
