package dev.hyperterse.engines.postgres;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static dev.hyperterse.runtime.tool.TestCalls.list;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How values reach Postgres, and how calls end. */
@ExtendWith(Postgres.class)
class PostgresCallsIT {
    private static final List<Input> INPUTS = List.of(
            input("int", InputType.INT, true),
            input("float", InputType.FLOAT, true),
            input("text", InputType.STRING, true),
            input("bool", InputType.BOOLEAN, true),
            input("when", InputType.DATETIME, true),
            input("json", InputType.OBJECT, true),
            list("numbers", InputType.INT),
            list("words", InputType.STRING));

    private static PostgresDatabase database;
    private static TestCalls calls;
    private static TestCalls writer;

    @BeforeAll
    static void connect(PostgresDatabase empty) {
        database = empty;
        database.execute(
                "CREATE TYPE mood AS ENUM ('sad', 'happy')",
                "CREATE TABLE t (id int, big bigint, u uuid, m mood, d date, at timestamp, j jsonb, name text)",
                "INSERT INTO t VALUES (1, 9007199254740993, 'a3bb189e-8bf9-3888-9912-ace4e6543002', 'happy',"
                        + " '2025-01-02', '2025-01-02 08:00', '{\"a\":1}', 'one'), (2, 2, NULL, NULL, NULL, NULL, NULL, 'two')");
        // Statements of several calls run at once for as long as a busy machine takes to see all of them.
        calls = TestCalls.on(TestAdapters.postgres(Access.ReadOnly, 4, 60_000, 1000), TestAdapters.values(database));
        writer = TestCalls.on(TestAdapters.postgres(Access.ReadWrite), TestAdapters.values(database));
    }

    @AfterAll
    static void disconnect() {
        calls.close();
        writer.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT id AS v FROM t WHERE id = <int>                         | {"int": 1}                     | [{"v":1}]
            SELECT id AS v FROM t WHERE big = <int>                        | {"int": 9007199254740993}      | [{"v":1}]
            SELECT left('hello', <int>) AS v                               | {"int": 2}                     | [{"v":"he"}]
            SELECT date '2025-01-01' + <int> AS v                          | {"int": 31}                    | [{"v":"2025-02-01"}]
            SELECT <int> + 1 AS v                                          | {"int": "41"}                  | [{"v":42}]
            SELECT <int>::int8 AS v                                        | {"int": -9223372036854775808}  | [{"v":-9223372036854775808}]
            SELECT count(*) AS v FROM t WHERE id = <int>                   | {}                             | [{"v":0}]
            SELECT <float> AS v                                            | {"float": 0.10000000000000000001} | [{"v":0.10000000000000000001}]
            SELECT id AS v FROM t WHERE u = <text>                         | {"text": "a3bb189e-8bf9-3888-9912-ace4e6543002"} | [{"v":1}]
            SELECT id AS v FROM t WHERE m = <text>                         | {"text": "happy"}              | [{"v":1}]
            SELECT id AS v FROM t WHERE d = <when>                         | {"when": "2025-01-02"}         | [{"v":1}]
            SELECT id AS v FROM t WHERE at = <when>                        | {"when": "2025-01-02T10:00:00+02:00"} | [{"v":1}]
            SELECT id AS v FROM t WHERE j @> <json>                        | {"json": {"a": 1}}             | [{"v":1}]
            SELECT <text> AS v                                             | {"text": "it's \\"q\\" -- \\\\"}  | [{"v":"it's \\"q\\" -- \\\\"}]
            SELECT <text> AS v                                             | {}                             | [{"v":null}]
            SELECT <text> AS v, <text> AS w                                 | {"text": "x"}                  | [{"v":"x","w":"x"}]
            SELECT <text> IS NULL AS v                                     | {}                             | [{"v":true}]
            SELECT <text> IS NULL AS v                                     | {"text": "x"}                  | [{"v":false}]
            SELECT <text> IS NULL AS v, concat(<text>, <json>) AS w        | {"text": "x", "json": {"a": 1}} | [{"v":false,"w":"x{\\"a\\":1}"}]
            SELECT <json> IS NULL AS v, <words> IS NULL AS w               | {"json": {"a": 1}}             | [{"v":false,"w":true}]
            SELECT jsonb_build_object('k', <text>) AS v                    | {"text": "x"}                  | [{"v":{"k": "x"}}]
            SELECT NOT <bool> AS v                                         | {"bool": true}                 | [{"v":false}]
            SELECT id AS v FROM t WHERE id = ANY(<numbers>) ORDER BY id    | {"numbers": [1, 2, 3]}         | [{"v":1},{"v":2}]
            SELECT id AS v FROM t WHERE big = ANY(<numbers>)               | {"numbers": [9007199254740993]} | [{"v":1}]
            SELECT id AS v FROM t WHERE name = ANY(<words>)                | {"words": ["one", "a,\\"}{", "NULL"]} | [{"v":1}]
            SELECT count(*) AS v FROM t WHERE id <> ALL(<numbers>)         | {"numbers": []}                | [{"v":2}]
            SELECT count(*) AS v FROM t WHERE id = ANY(<numbers>)          | {}                             | [{"v":0}]
            """)
    void valuesAreBoundWithTheirTypes(String sql, String arguments, String rows) {
        var tool = calls.tool(INPUTS, statement(Dialect.POSTGRES, sql, INPUTS));
        // Twice: the second time on a statement that is held open and whose columns are known.
        assertThat(calls.run(tool, arguments)).isEqualTo(rows);
        assertThat(calls.run(tool, arguments)).isEqualTo(rows);
    }

    @Test
    void oneStatementServesSmallAndLargeAndAbsentIntegers() {
        var tool = calls.tool(INPUTS, statement(Dialect.POSTGRES, "SELECT big AS v FROM t WHERE big = <int>", INPUTS));
        for (var round = 0; round < 3; round++) {
            assertThat(calls.run(tool, "{\"int\": 2}")).isEqualTo("[{\"v\":2}]");
            assertThat(calls.run(tool, "{\"int\": 9007199254740993}")).isEqualTo("[{\"v\":9007199254740993}]");
            assertThat(calls.run(tool, "{}")).isEqualTo("[]");
        }
    }

    @Test
    void changedTableIsPreparedAgain() {
        database.execute("CREATE TABLE shape (a int)", "INSERT INTO shape VALUES (1)");
        var sql = "SELECT * FROM shape";
        assertThat(calls.run(Dialect.POSTGRES, sql)).isEqualTo("[{\"a\":1}]");
        database.execute("ALTER TABLE shape ADD b text DEFAULT 'new'");
        assertThat(calls.run(Dialect.POSTGRES, sql)).isEqualTo("[{\"a\":1,\"b\":\"new\"}]");
    }

    @Test
    void deallocatedStatementIsPreparedAgain() {
        assertThat(calls.run(Dialect.POSTGRES, "SELECT 5 AS v")).isEqualTo("[{\"v\":5}]");
        assertThat(calls.run(Dialect.POSTGRES, "DEALLOCATE ALL")).isEqualTo("[{\"affected\":0}]");
        assertThat(calls.run(Dialect.POSTGRES, "SELECT 5 AS v")).isEqualTo("[{\"v\":5}]");
    }

    @Test
    void writeWithoutRowsReportsTheAffectedRows() {
        database.execute("CREATE TABLE written (id int)");
        assertThat(writer.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1), (2)"))
                .isEqualTo("[{\"affected\":2}]");
        assertThat(writer.run(Dialect.POSTGRES, "DELETE FROM written WHERE id = 1 RETURNING id"))
                .isEqualTo("[{\"id\":1}]");
        assertThat(writer.run(Dialect.POSTGRES, "UPDATE written SET id = 3 WHERE false"))
                .isEqualTo("[{\"affected\":0}]");
    }

    @Test
    void engineEndsASlowStatement() {
        var brief = TestAdapters.postgres(Access.ReadWrite, 2, 5_000, 100);
        try (var impatient = TestCalls.on(brief, TestAdapters.values(database))) {
            assertThat(impatient.run(Dialect.POSTGRES, "SELECT pg_sleep(30)"))
                    .isEqualTo(
                            "timeout: the statement took longer than its adapter allows and was cancelled (adapters[].statementTimeout: 5s)");
            assertThat(impatient.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        }
    }

    @Test
    void shorterTimeoutOfTheCallEndsItsStatement() {
        var tool = calls.tool(INPUTS, statement(Dialect.POSTGRES, "SELECT pg_sleep(30)", INPUTS));
        assertThat(calls.run(tool, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(100)))
                .isEqualTo("timeout: the call took too long and was cancelled");
        awaitNoStatementRuns("pg_sleep");
    }

    @Test
    void cancelledCallStopsItsStatementInTheEngine() throws InterruptedException {
        var tool = calls.tool(INPUTS, statement(Dialect.POSTGRES, "SELECT pg_sleep(31)", INPUTS));
        var outcomes = new ConcurrentLinkedQueue<String>();
        try (var scope = CallScope.open(calls.deadlines(), 60_000);
                var out = calls.budget().open(1000)) {
            var call = Thread.ofVirtual().start(() -> outcomes.add(TestCalls.run(tool, "{}", scope, out)));
            awaitStatements("pg_sleep(31)", "1");
            scope.end(CallScope.End.CLIENT);
            call.join();
        }
        assertThat(outcomes).containsExactly("cancelled: the call was cancelled");
        awaitNoStatementRuns("pg_sleep(31)");
    }

    @Test
    void callQueuedForAConnectionTimesOut() {
        var sleep = calls.tool(INPUTS, statement(Dialect.POSTGRES, "SELECT pg_sleep(32)", INPUTS));
        var quick = calls.tool(INPUTS, statement(Dialect.POSTGRES, "SELECT 1 AS v", INPUTS));
        List<CallScope> scopes = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (var connection = 0; connection < 4; connection++) {
            var scope = CallScope.open(calls.deadlines(), 60_000);
            scopes.add(scope);
            threads.add(Thread.ofVirtual().start(() -> {
                try (var out = calls.budget().open(1000)) {
                    TestCalls.run(sleep, "{}", scope, out);
                }
            }));
        }
        awaitStatements("pg_sleep(32)", "4");
        assertThat(calls.run(quick, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(100)))
                .startsWith("timeout:");
        scopes.forEach(scope -> scope.end(CallScope.End.CLIENT));
        threads.forEach(PostgresCallsIT::join);
        scopes.forEach(CallScope::close);
        assertThat(calls.run(quick, "{}")).isEqualTo("[{\"v\":1}]");
    }

    @Test
    void randomCancellationsLeakNothingAndMixUpNoRows() {
        var tool = calls.tool(
                INPUTS, statement(Dialect.POSTGRES, "SELECT <int> AS v, pg_sleep(0.002)::text AS s", INPUTS));
        var wrong = new ConcurrentLinkedQueue<String>();
        List<Thread> callers = new ArrayList<>();
        var clients = Executors.newSingleThreadScheduledExecutor();
        for (var caller = 0; caller < 16; caller++) {
            var random = new Random(caller);
            callers.add(Thread.ofVirtual().start(() -> callAndCancel(tool, random, clients, wrong)));
        }
        callers.forEach(PostgresCallsIT::join);
        clients.shutdownNow();
        assertThat(wrong).isEmpty();
        assertThat(calls.budget().used()).isZero();
        // Every permit is back: as many calls as there are connections can run at once.
        callQueuedForAConnectionTimesOut();
    }

    private static void callAndCancel(
            LinkedTool tool, Random random, ScheduledExecutorService clients, ConcurrentLinkedQueue<String> wrong) {
        for (var number = 0; number < 60; number++) {
            try (var scope = CallScope.open(calls.deadlines(), 20_000);
                    var out = calls.budget().open(1000)) {
                if (random.nextBoolean()) {
                    clients.schedule(
                            () -> scope.end(CallScope.End.CLIENT), random.nextInt(4_000_000), TimeUnit.NANOSECONDS);
                }
                var outcome = TestCalls.run(tool, "{\"int\": " + number + "}", scope, out);
                var expected = "[{\"v\":" + number + ",\"s\":\"\"}]";
                if (!outcome.equals(expected) && !outcome.equals("cancelled: the call was cancelled")) {
                    wrong.add(outcome);
                }
            }
        }
    }

    private static void awaitStatements(String text, String count) {
        var running =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()"
                        + " AND query LIKE '%" + text + "%'";
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!database.query(running).equals(count)) {
            assertThat(System.nanoTime()).as("statements with " + text).isLessThan(end);
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static void awaitNoStatementRuns(String text) {
        awaitStatements(text, "0");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
