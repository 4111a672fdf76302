package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Databases see whose statement they run, and keep it prepared. */
class CommentedStatementsIT {
    private static final String SERVER = "shop/it's */ ? $1 {x}";
    private static final String COMMENT =
            "/*action='orders',application='shop%2Fit%27s%20%2A%2F%20%3F%20%241%20%7Bx%7D'*/";
    private static final List<Input> INPUTS = List.of(TestCalls.input("id", InputType.INT, true));

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void postgresReceivesTheCommentAndKeepsTheStatementPrepared(Access access, PostgresDatabase database) {
        try (var calls = TestCalls.on(TestAdapters.postgres(access, 1, 10_000, 100), TestAdapters.values(database))) {
            calls.comment(SERVER);
            var sql = "SELECT <id> AS id, query FROM pg_stat_activity WHERE pid = pg_backend_pid() -- mine";
            for (var id = 1; id < 4; id++) {
                assertThat(run(calls, Dialect.POSTGRES, sql, id))
                        .startsWith("[{\"id\":%d,".formatted(id))
                        .endsWith("-- mine\\n" + COMMENT + "\"}]");
            }
            var prepared =
                    "SELECT count(*) AS n, <id> AS id FROM pg_prepared_statements WHERE statement LIKE '%-- mine%'";
            for (var id = 1; id < 4; id++) {
                assertThat(run(calls, Dialect.POSTGRES, prepared, id)).isEqualTo("[{\"n\":2,\"id\":%d}]".formatted(id));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void commentPrecedesStatementsWithPastedValues(Access access, PostgresDatabase database) {
        try (var calls = TestCalls.on(TestAdapters.postgres(access, 1, 10_000, 100), TestAdapters.values(database))) {
            calls.comment(SERVER);
            var inputs = List.of(TestCalls.input("end", InputType.STRING, true));
            var statement = new SqlStatement(
                    Dialect.POSTGRES,
                    List.of(
                            new Segment.Text(
                                    "SELECT left(query, 100) AS q FROM pg_stat_activity WHERE pid = pg_backend_pid() "),
                            new Segment.Pasted(new Reference.Input("end"))));
            var tool = calls.tool(new Inputs.Declared(inputs), new Action.RunSql(TestCalls.ADAPTER, statement, ""));

            assertThat(calls.run(tool, "{\"end\":\"LIMIT 1\"}")).startsWith("[{\"q\":\"" + COMMENT + "\\nSELECT");
            assertThat(calls.run(tool, "{\"end\":\"/* open\"}")).contains("unterminated /* comment");
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(MariaDb.class)
    void mariaDbReceivesTheComment(Access access, MariaDbDatabase database) {
        try (var calls = TestCalls.on(TestAdapters.mysql(access), TestAdapters.values(database))) {
            calls.comment(SERVER);
            var sql = "SELECT <id> AS id, info FROM information_schema.processlist WHERE id = connection_id()";
            for (var id = 1; id < 4; id++) {
                assertThat(run(calls, Dialect.MYSQL, sql, id))
                        .startsWith("[{\"id\":%d,".formatted(id))
                        .contains(COMMENT);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void sqliteIgnoresTheComment(Access access) {
        try (var calls = TestCalls.on(
                TestAdapters.sqlite(access), Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, ""))) {
            calls.comment(SERVER);
            assertThat(run(calls, Dialect.SQLITE, "SELECT <id> AS id -- mine", 7))
                    .isEqualTo("[{\"id\":7}]");
        }
    }

    private static String run(TestCalls calls, Dialect dialect, String sql, int id) {
        var statement = TestCalls.statement(dialect, sql, INPUTS);
        var tool = calls.tool(new Inputs.Declared(INPUTS), new Action.RunSql(TestCalls.ADAPTER, statement, ""));
        return calls.run(tool, "{\"id\":%d}".formatted(id));
    }
}
