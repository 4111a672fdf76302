package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.TestTrace;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.statement.CommentSettings;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Databases receive the trace of a traced call, and keep the statements of other calls prepared. */
@Isolated("looks at how many statements the server keeps, of all its connections")
class TracedStatementsIT {
    private static final Principal ANN = Principal.named("sso", "ann");
    private static final String USUAL = "/*action='orders',application='shop%2Fshop'*/";
    private static final String TRACED =
            "/*action='orders',application='shop%2Fshop',principal='ann%2A%2F',traceparent='00-0af7651916cd43dd8448eb211c80319c-%016x-01'*/"
                    .replace("%2", "%%2");
    private static final List<Input> INPUTS = List.of(TestCalls.input("id", InputType.INT, true));
    private static final String PREPARED =
            "SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE '%-- mine%' AND <id> = <id>";

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void postgresReceivesTheTraceAndKeepsOtherStatementsPrepared(Access access, PostgresDatabase database) {
        try (var calls = postgres(access, 1, database)) {
            var tool = tool(
                    calls,
                    Dialect.POSTGRES,
                    "SELECT <id> AS id, query FROM pg_stat_activity WHERE pid = pg_backend_pid() -- mine");
            var prepared = tool(calls, Dialect.POSTGRES, PREPARED);
            for (var round = 1; round < 1_000; round++) {
                assertThat(calls.run(tool, id(round), ANN, TestTrace.of(round)))
                        .startsWith("[{\"id\":%d,".formatted(round))
                        .endsWith("-- mine\\n" + TRACED.formatted(round) + "\"}]");
            }
            assertThat(calls.run(prepared, id(1))).as("itself alone").isEqualTo("[{\"n\":1}]");
            assertThat(calls.run(tool, id(1), ANN)).endsWith("-- mine\\n" + USUAL + "\"}]");
            assertThat(calls.run(tool, id(2), ANN)).endsWith("-- mine\\n" + USUAL + "\"}]");
            assertThat(calls.run(tool, id(3), ANN, TestTrace.of(3)))
                    .endsWith("-- mine\\n" + TRACED.formatted(3) + "\"}]");
            assertThat(calls.run(prepared, id(1)))
                    .as("and the one of calls that are not traced")
                    .isEqualTo("[{\"n\":2}]");
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void postgresDropsTracedStatementsThatFail(Access access, PostgresDatabase database) {
        try (var calls = postgres(access, 1, database)) {
            var wrong = tool(calls, Dialect.POSTGRES, "SELECT 1 / <id> AS v -- mine");
            var unknown = tool(calls, Dialect.POSTGRES, "SELECT nothing + <id> AS v -- mine");
            for (var round = 0; round < 300; round++) {
                assertThat(calls.run(wrong, id(0), ANN, TestTrace.of(round))).contains("division by zero");
                assertThat(calls.run(unknown, id(0), ANN, TestTrace.of(round))).contains("nothing");
            }
            assertThat(calls.run(wrong, id(1), ANN, TestTrace.of(1))).isEqualTo("[{\"v\":1}]");
            assertThat(calls.run(tool(calls, Dialect.POSTGRES, PREPARED), id(1)))
                    .isEqualTo("[{\"n\":1}]");
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void firstCallOfAStatementMayBeTraced(Access access, PostgresDatabase database) {
        database.execute(
                "DROP TYPE IF EXISTS mood CASCADE",
                "CREATE TYPE mood AS ENUM ('glad', 'sad')",
                "CREATE TABLE IF NOT EXISTS felt (id int, moods mood[])");
        try (var calls = postgres(access, 1, database)) {
            var typeless = TestCalls.statement(
                    Dialect.POSTGRES,
                    "SELECT <text> IS NULL AS v",
                    List.of(TestCalls.input("text", InputType.STRING, true)));
            var untyped = calls.tool(
                    new Inputs.Declared(List.of(TestCalls.input("text", InputType.STRING, true))),
                    new Action.RunSql(TestCalls.ADAPTER, typeless, ""));
            assertThat(calls.run(untyped, "{\"text\":\"x\"}", ANN, TestTrace.of(1)))
                    .isEqualTo("[{\"v\":false}]");
            assertThat(calls.run(untyped, "{\"text\":\"x\"}")).isEqualTo("[{\"v\":false}]");

            var array = tool(calls, Dialect.POSTGRES, "SELECT <id> AS id, ARRAY['glad', 'sad']::mood[] AS v -- mine");
            assertThat(calls.run(array, id(7), ANN, TestTrace.of(2)))
                    .isEqualTo("[{\"id\":7,\"v\":[\"glad\",\"sad\"]}]");
            assertThat(calls.run(array, id(8))).isEqualTo("[{\"id\":8,\"v\":[\"glad\",\"sad\"]}]");
        }
    }

    /** A statement that writes cannot run again when its columns turn out to be of another type. */
    @Test
    @ExtendWith(Postgres.class)
    void writeRunsOnceWhileItsColumnsChange(PostgresDatabase database) {
        database.execute(
                "DROP TABLE IF EXISTS written",
                "DROP TYPE IF EXISTS mood CASCADE",
                "CREATE TYPE mood AS ENUM ('glad', 'sad')",
                "CREATE TABLE written (id int, v text DEFAULT 'glad')");
        try (var calls = postgres(Access.ReadWrite, 1, database)) {
            var insert = tool(calls, Dialect.POSTGRES, "INSERT INTO written (id) VALUES (<id>) RETURNING id, v");
            assertThat(calls.run(insert, id(1), ANN, TestTrace.of(1))).isEqualTo("[{\"id\":1,\"v\":\"glad\"}]");
            assertThat(calls.run(insert, id(2))).isEqualTo("[{\"id\":2,\"v\":\"glad\"}]");
            database.execute(
                    "ALTER TABLE written ALTER v DROP DEFAULT, ALTER v TYPE mood[] USING ARRAY[v::mood]",
                    "ALTER TABLE written ALTER v SET DEFAULT ARRAY['sad'::mood]");
            assertThat(calls.run(insert, id(3), ANN, TestTrace.of(3))).isEqualTo("[{\"id\":3,\"v\":[\"sad\"]}]");
            assertThat(calls.run(insert, id(4))).isEqualTo("[{\"id\":4,\"v\":[\"sad\"]}]");
            assertThat(calls.run(insert, id(5), ANN, TestTrace.of(5))).isEqualTo("[{\"id\":5,\"v\":[\"sad\"]}]");
        }
        assertThat(database.query("SELECT string_agg(id::text, ',' ORDER BY id) FROM written"))
                .isEqualTo("1,2,3,4,5");
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void tracedAndOtherCallsShareConnections(Access access, PostgresDatabase database) throws Exception {
        try (var calls = postgres(access, 2, database);
                var threads = Executors.newFixedThreadPool(16)) {
            var tool = tool(
                    calls, Dialect.POSTGRES, "SELECT <id> AS id, current_query() LIKE '%trace' || 'parent=%' AS t");
            List<Future<?>> running = IntStream.range(0, 16)
                    .<Future<?>>mapToObj(thread -> threads.submit(() -> {
                        for (var round = 0; round < 300; round++) {
                            var number = thread * 1_000 + round;
                            var traced = number % 3 == 0;
                            var trace = traced ? TestTrace.of(number) : CallTrace.NONE;
                            assertThat(calls.run(tool, id(number), ANN, trace))
                                    .isEqualTo("[{\"id\":%d,\"t\":%s}]".formatted(number, traced));
                        }
                    }))
                    .toList();
            for (var thread : running) {
                thread.get();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void transactionSettingsPrecedeTheTracedStatement(Access access, PostgresDatabase database) {
        try (var calls = postgres(access, 1, database)) {
            var statement = new SqlStatement(
                    Dialect.POSTGRES,
                    List.of(new Segment.Text("SELECT current_setting('app.user', true) AS u, "
                            + "current_query() LIKE '%trace' || 'parent=%' AS t -- mine")),
                    List.of(
                            new Segment.Text("SELECT pg_catalog.set_config('app.user', "),
                            new Segment.Parameter(
                                    new Value.Whole(new Reference.PrincipalSubject()), ParameterType.TEXT),
                            new Segment.Text(", true)")));
            var tool = calls.tool(new Inputs.Declared(List.of()), new Action.RunSql(TestCalls.ADAPTER, statement, ""));
            for (var round = 0; round < 50; round++) {
                assertThat(calls.run(tool, "{}", Principal.named("sso", "u" + round), TestTrace.of(round)))
                        .isEqualTo("[{\"u\":\"u%d\",\"t\":true}]".formatted(round));
                assertThat(calls.run(tool, "{}", Principal.named("sso", "v" + round)))
                        .isEqualTo("[{\"u\":\"v%d\",\"t\":false}]".formatted(round));
            }
            assertThat(calls.run(tool(calls, Dialect.POSTGRES, PREPARED), id(1)))
                    .isEqualTo("[{\"n\":2}]");
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void traceCommentPrecedesStatementsWithPastedValues(Access access, PostgresDatabase database) {
        try (var calls = postgres(access, 1, database)) {
            var statement = new SqlStatement(
                    Dialect.POSTGRES,
                    List.of(
                            new Segment.Text(
                                    "SELECT left(query, 160) AS q FROM pg_stat_activity WHERE pid = pg_backend_pid() "),
                            new Segment.Pasted(new Reference.Input("end"))));
            var tool = calls.tool(
                    new Inputs.Declared(List.of(TestCalls.input("end", InputType.STRING, true))),
                    new Action.RunSql(TestCalls.ADAPTER, statement, ""));

            assertThat(calls.run(tool, "{\"end\":\"LIMIT 1\"}", ANN, TestTrace.of(5)))
                    .startsWith("[{\"q\":\"" + TRACED.formatted(5) + "\\nSELECT");
            assertThat(calls.run(tool, "{\"end\":\"/* open\"}", ANN, TestTrace.of(6)))
                    .contains("unterminated /* comment");
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(MariaDb.class)
    void mariaDbReceivesTheTraceAndKeepsOtherStatementsPrepared(Access access, MariaDbDatabase database) {
        try (var calls =
                traced(TestCalls.on(TestAdapters.mysql(access, 1, 10_000, 100), TestAdapters.values(database)))) {
            var tool = tool(
                    calls,
                    Dialect.MYSQL,
                    "SELECT <id> AS id, info FROM information_schema.processlist WHERE id = connection_id()");
            var wrong = tool(calls, Dialect.MYSQL, "SELECT nothing + <id> AS v");
            var kept = "SELECT variable_value FROM %s.global_status".formatted(database.statusSchema())
                    + " WHERE variable_name = 'PREPARED_STMT_COUNT'";
            assertThat(calls.run(tool, id(1), ANN)).endsWith(USUAL + "\"}]");
            var before = Integer.parseInt(database.query(kept));
            for (var round = 1; round < 1_000; round++) {
                assertThat(calls.run(tool, id(round), ANN, TestTrace.of(round)))
                        .startsWith("[{\"id\":%d,".formatted(round))
                        .endsWith(TRACED.formatted(round) + "\"}]");
                if (round % 20 == 0) {
                    assertThat(calls.run(wrong, id(round), ANN, TestTrace.of(round)))
                            .startsWith("execution: ");
                }
            }
            // Less where the session was reset meanwhile, which forgets those of other calls.
            assertThat(Integer.parseInt(database.query(kept))).isLessThanOrEqualTo(before);
            assertThat(calls.run(tool, id(2), ANN)).endsWith(USUAL + "\"}]");
        }
    }

    private static TestCalls postgres(Access access, int connections, PostgresDatabase database) {
        return traced(
                TestCalls.on(TestAdapters.postgres(access, connections, 10_000, 100), TestAdapters.values(database)));
    }

    /** With a hash that no key would make. */
    private static TestCalls traced(TestCalls calls) {
        calls.comment(new CommentSettings(
                "shop/shop", Optional.of(who -> who.subject().map(name -> name + "*/"))));
        return calls;
    }

    private static LinkedTool tool(TestCalls calls, Dialect dialect, String sql) {
        var statement = TestCalls.statement(dialect, sql, INPUTS);
        return calls.tool(new Inputs.Declared(INPUTS), new Action.RunSql(TestCalls.ADAPTER, statement, ""));
    }

    private static String id(int id) {
        return "{\"id\":%d}".formatted(id);
    }
}
