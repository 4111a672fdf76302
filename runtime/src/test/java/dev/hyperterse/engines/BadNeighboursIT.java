package dev.hyperterse.engines;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static dev.hyperterse.runtime.tool.TestCalls.statement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many failures at once on shared connections: each call gets its own rows, its own failure or none. */
@ExtendWith(Postgres.class)
class BadNeighboursIT {
    private static final List<Input> INPUTS =
            List.of(input("int", InputType.INT, true), input("text", InputType.STRING, true));
    private static final int CALLERS = 24;
    private static final int CALLS = 150;

    private PostgresDatabase database;

    @BeforeEach
    void prepare(PostgresDatabase empty) {
        database = empty;
        database.execute(
                "CREATE OR REPLACE FUNCTION noticed(n int) RETURNS int LANGUAGE plpgsql"
                        + " AS $$ BEGIN RAISE WARNING 'n is %', n; RETURN n; END $$",
                "CREATE OR REPLACE FUNCTION late(n int) RETURNS int LANGUAGE plpgsql AS"
                        + " $$ BEGIN IF n % 97 = 0 THEN PERFORM pg_sleep(0.08); END IF; RETURN n; END $$");
    }

    /** Cancelled, oversized, slow and faulty calls, terminated backends and changing tables, all in the same queues. */
    @Test
    void noCallReceivesRowsOfAnother() throws Exception {
        database.execute(
                "DROP TABLE IF EXISTS changing",
                "CREATE TABLE changing (a int, b text)",
                "INSERT INTO changing VALUES (1, 'x')");
        try (var calls = calls(3, 60_000)) {
            var tools = List.of(
                    tool(calls, "SELECT <int> AS v, <text> AS t"),
                    tool(calls, "SELECT <int> AS v, noticed(<int>) AS n"),
                    tool(calls, "SELECT late(<int>) AS v"),
                    tool(calls, "SELECT <int> / (<int> % 50) AS v"),
                    tool(
                            calls,
                            "SELECT g + <int> AS v FROM generate_series(0, CASE WHEN <int> % 40 = 0 THEN 200 ELSE 1"
                                    + " END) AS g"),
                    tool(
                            calls,
                            "SELECT repeat('x', CASE <int> % 60 WHEN 0 THEN 1200000 WHEN 1 THEN 3000000 ELSE 5 END) ||"
                                    + " <int> AS v"),
                    tool(calls, "SELECT <int> AS v, * FROM changing"));
            var over = new AtomicBoolean();
            var disturber = Thread.ofVirtual().start(() -> disturb(over));
            try {
                assertThat(wrong(number -> mixed(calls, tools, number))).isEmpty();
            } finally {
                over.set(true);
                disturber.join();
            }
            assertThat(calls.budget().used()).isZero();
        }
    }

    private void disturb(AtomicBoolean over) {
        for (var turn = 0; !over.get(); turn++) {
            database.query(
                    "SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND application_name = 'hyperterse' AND pid <> pg_backend_pid() AND random() < 0.05");
            database.execute(
                    turn % 2 == 0
                            ? "ALTER TABLE changing RENAME COLUMN b TO c"
                            : "ALTER TABLE changing RENAME COLUMN c TO b");
        }
    }

    /** What is wrong with the outcome of the call of that number; every seventh is cancelled, sooner or later. */
    private static String mixed(TestCalls calls, List<LinkedTool> tools, int number) {
        var kind = number % tools.size();
        var cancelled = number / tools.size() % 7 == 0;
        try (var scope = CallScope.open(calls.deadlines(), 60_000);
                var out = calls.budget().open(TestCalls.MAX_RESULT)) {
            if (cancelled) {
                Thread.ofVirtual().start(() -> {
                    for (var turn = 0; turn < number % 50; turn++) {
                        Thread.yield();
                    }
                    scope.end(CallScope.End.CLIENT);
                });
            }
            var outcome = TestCalls.run(
                    tools.get(kind), "{\"int\": %d, \"text\": \"t%d\"}".formatted(number, number), scope, out);
            var allowed = outcome.startsWith("unavailable:")
                    || cancelled && outcome.startsWith("cancelled:")
                    || expected(kind, number).contains(outcome);
            return allowed
                    ? ""
                    : number + " of kind " + kind + ": " + outcome.substring(0, Math.min(200, outcome.length()));
        }
    }

    private static Set<String> expected(int kind, int number) {
        return switch (kind) {
            case 0 -> Set.of("[{\"v\":%d,\"t\":\"t%d\"}]".formatted(number, number));
            case 1 -> Set.of("[{\"v\":%d,\"n\":%d}]".formatted(number, number));
            case 2 -> Set.of("[{\"v\":%d}]".formatted(number));
            case 3 ->
                Set.of(
                        number % 50 == 0
                                ? "execution: division by zero (SQLSTATE 22012)"
                                : "[{\"v\":%d}]".formatted(number / (number % 50)));
            case 4 ->
                Set.of(
                        number % 40 == 0
                                ? "result: the result has more than 100 rows"
                                : "[{\"v\":%d},{\"v\":%d}]".formatted(number, number + 1));
            case 5 ->
                number % 60 < 2
                        ? Set.of(
                                "result: the result is larger than 1048576 bytes",
                                "result: the result is larger than this server allows")
                        : Set.of("[{\"v\":\"xxxxx%d\"}]".formatted(number));
            default ->
                Set.of(
                        "[{\"v\":%d,\"a\":1,\"c\":\"x\"}]".formatted(number),
                        "[{\"v\":%d,\"a\":1,\"b\":\"x\"}]".formatted(number));
        };
    }

    /** Queues may stay full for ever: a call that found no room must not wait until they are empty. */
    @Test
    void callThatFindsAllQueuesFullDoesNotStarve() throws Exception {
        try (var calls = calls(1, 60_000)) {
            var tool = tool(calls, "SELECT length(<text>) AS v");
            var arguments = "{\"text\": \"%s\"}".formatted("x".repeat(900));
            var unserved = new AtomicInteger(100);
            assertThat(wrong(100, number -> {
                        for (var turn = 0; unserved.get() > 0; turn++) {
                            var outcome = calls.run(tool, arguments);
                            if (!outcome.equals("[{\"v\":900}]")) {
                                unserved.set(0);
                                return outcome;
                            }
                            if (turn == 10) {
                                unserved.decrementAndGet();
                            }
                        }
                        return "";
                    }))
                    .isEmpty();
        }
    }

    /** A call behind exclusive calls must be served although the queue never empties. */
    @Test
    void callBehindExclusiveCallsDoesNotStarve() throws Exception {
        try (var calls = calls(1, 60_000)) {
            var quick = tool(calls, "SELECT <int> AS v");
            var exclusive = tool(calls, "SELECT <int> AS v FROM pg_sleep(0.02)");
            var unserved = new AtomicInteger(40);
            assertThat(wrong(40, number -> {
                        for (var turn = 0; unserved.get() > 0; turn++) {
                            var tool = number < 4 && turn < 5 ? exclusive : quick;
                            var outcome = calls.run(tool, "{\"int\": 1}");
                            if (!outcome.equals("[{\"v\":1}]")) {
                                unserved.set(0);
                                return outcome;
                            }
                            if (turn == 10) {
                                unserved.decrementAndGet();
                            }
                        }
                        return "";
                    }))
                    .isEmpty();
        }
    }

    @Test
    void timedOutStatementOnASharedConnectionDoesNotRunAgain() throws Exception {
        try (var calls = calls(2, 5_000);
                var holder = database.connect()) {
            var tool = tool(calls, "SELECT <int> AS v FROM pg_advisory_xact_lock_shared(<int>)");
            for (var number = 0; number < 10; number++) {
                assertThat(calls.run(tool, "{\"int\": 1}")).isEqualTo("[{\"v\":1}]");
            }
            lock(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> outcome.complete(calls.run(tool, "{\"int\": 7}")));
            var statements = new HashSet<String>();
            while (!outcome.isDone()) {
                statements.add(waiting(holder));
            }
            statements.remove("");
            assertThat(outcome.get())
                    .isEqualTo(
                            "timeout: the statement took longer than its adapter allows and was cancelled (adapters[].statementTimeout: 5s)");
            assertThat(statements).hasSize(1);
        }
    }

    /** The statement that waits for a lock, asked on an open connection: to make one may take longer than it waits. */
    private static String waiting(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT coalesce(max(pid || ' ' || xact_start), '') FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND application_name = 'hyperterse'"
                                + " AND wait_event = 'advisory'")) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void lock(Connection holder) throws SQLException {
        try (var statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(7)");
        }
    }

    private TestCalls calls(int pool, long statementTimeout) {
        return TestCalls.on(adapter(pool, statementTimeout), TestAdapters.values(database));
    }

    private static Adapter adapter(int pool, long statementTimeout) {
        return TestAdapters.postgres(Access.ReadOnly, pool, statementTimeout, 100);
    }

    private static LinkedTool tool(TestCalls calls, String sql) {
        return calls.tool(INPUTS, statement(Dialect.POSTGRES, sql, INPUTS));
    }

    private static Queue<String> wrong(IntFunction<String> call) throws InterruptedException {
        return wrong(CALLERS, caller -> {
            for (var number = caller * CALLS; number < (caller + 1) * CALLS; number++) {
                var outcome = call.apply(number);
                if (!outcome.isEmpty()) {
                    return outcome;
                }
            }
            return "";
        });
    }

    /** What callers at once found that should not be; {@code caller} returns an empty text where all is well. */
    private static Queue<String> wrong(int callers, IntFunction<String> caller) throws InterruptedException {
        var wrong = new ConcurrentLinkedQueue<String>();
        var threads = new ArrayList<Thread>();
        for (var number = 0; number < callers; number++) {
            var own = number;
            threads.add(Thread.ofVirtual().start(() -> {
                var found = caller.apply(own);
                if (!found.isEmpty()) {
                    wrong.add(found);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        return wrong;
    }
}
