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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller who chooses names of columns has as many statements as names; those of other tools stay prepared. */
class NamedStatementsIT {
    /** More than a connection keeps prepared. */
    private static final int MANY = 300;

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(Postgres.class)
    void postgresKeepsNoStatementOfACallersName(Access access, PostgresDatabase database) {
        try (var calls = TestCalls.on(TestAdapters.postgres(access, 1, 10_000, 100), TestAdapters.values(database))) {
            var count = "SELECT count(*) AS n FROM pg_prepared_statements"
                    + " WHERE statement LIKE '%-- kept%' OR statement LIKE '%AS \"c%'";
            runFixed(calls, Dialect.POSTGRES, "SELECT 1 AS one -- kept");
            flood(calls, Dialect.POSTGRES, "\"");
            assertThat(runFixed(calls, Dialect.POSTGRES, count))
                    .as("the first one and this one")
                    .isEqualTo("[{\"n\":2}]");
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    @ExtendWith(MariaDb.class)
    void mariaDbKeepsNoStatementOfACallersName(Access access, MariaDbDatabase database) {
        try (var calls = TestCalls.on(TestAdapters.mysql(access, 1, 10_000, 100), TestAdapters.values(database))) {
            var before = database.status("Prepared_stmt_count");
            flood(calls, Dialect.MYSQL, "`");
            // Other tests prepare some on this server meanwhile.
            assertThat(database.status("Prepared_stmt_count")).isLessThan(before + MANY / 2);
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void sqliteRunsStatementsWithNamesOfACaller(Access access) {
        try (var calls = TestCalls.on(
                TestAdapters.sqlite(access), Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, ""))) {
            flood(calls, Dialect.SQLITE, "\"");
        }
    }

    private static void flood(TestCalls calls, Dialect dialect, String quote) {
        List<Input> inputs =
                List.of(TestCalls.input("name", InputType.STRING, true), TestCalls.input("id", InputType.INT, true));
        var segments = new ArrayList<>(
                TestCalls.statement(dialect, "SELECT <id> AS ", inputs).segments());
        segments.add(new Segment.Name(List.of(new Reference.Input("name")), quote));
        var tool = calls.tool(
                new Inputs.Declared(inputs),
                new Action.RunSql(TestCalls.ADAPTER, new SqlStatement(dialect, segments), ""));
        for (var number = 0; number < MANY; number++) {
            assertThat(calls.run(tool, "{\"name\":\"c%d\",\"id\":%d}".formatted(number, number)))
                    .isEqualTo("[{\"c%d\":%d}]".formatted(number, number));
        }
    }

    private static String runFixed(TestCalls calls, Dialect dialect, String sql) {
        var statement = TestCalls.statement(dialect, sql, List.of());
        return calls.run(
                calls.tool(new Inputs.Declared(List.of()), new Action.RunSql(TestCalls.ADAPTER, statement, "")), "{}");
    }
}
