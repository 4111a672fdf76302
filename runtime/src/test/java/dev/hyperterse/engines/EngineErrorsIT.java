package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What callers read of failures of each SQL engine: one line, without text of the statement, address, account or stack. */
@Timeout(120)
@ExtendWith({Postgres.class, MariaDb.class})
class EngineErrorsIT {
    private static final String TEXT = "text-of-the-statement";

    /** Each fails on at least one engine. */
    private static final List<String> STATEMENTS = List.of(
            "SELEC 1, '%s'",
            "SELECT 1, '%s' FROM",
            "SELECT 1 +\n'%s'\nFROM\n(",
            "SELECT missing, '%s' FROM (SELECT 1 AS a) AS t",
            "SELECT '%s' FROM missing",
            "SELECT missing_function('%s')",
            "SELECT 9223372036854775807 + length('%s')",
            "SELECT 1 / (length('%1$s') - length('%1$s'))",
            "SELECT (SELECT 1 UNION ALL SELECT length('%s'))",
            "SELECT 1 FROM (SELECT 1 AS a) AS x, (SELECT 1 AS a) AS y WHERE a = '%s'",
            "CREATE TABLE refused (v text DEFAULT ('%s'))");

    @Test
    void errorsOfPostgresShowNothingOfTheirOrigin(PostgresDatabase database) {
        var values = TestAdapters.values(database);
        check(TestAdapters.postgres(Access.ReadOnly), values, Dialect.POSTGRES);
        checkUnreachable(TestAdapters.postgres(Access.ReadOnly), values, Dialect.POSTGRES);
    }

    @Test
    void errorsOfMysqlShowNothingOfTheirOrigin(MariaDbDatabase database) {
        var values = TestAdapters.values(database);
        check(TestAdapters.mysql(Access.ReadOnly), values, Dialect.MYSQL);
        checkUnreachable(TestAdapters.mysql(Access.ReadOnly), values, Dialect.MYSQL);
    }

    @Test
    void errorsOfSqliteShowNothingOfTheirOrigin() {
        var values = Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, "");
        check(TestAdapters.sqlite(Access.ReadOnly), values, Dialect.SQLITE);
    }

    private static void check(Adapter adapter, Map<ValueKey, String> values, Dialect dialect) {
        try (var calls = TestCalls.on(adapter, values)) {
            var failures = STATEMENTS.stream()
                    .map(statement -> calls.run(dialect, statement.formatted(TEXT)))
                    .filter(outcome -> !outcome.startsWith("["))
                    .toList();
            assertThat(failures)
                    .hasSizeGreaterThan(STATEMENTS.size() / 2)
                    .allSatisfy(failure -> shows(failure, values));
        }
    }

    private static void shows(String failure, Map<ValueKey, String> values) {
        assertThat(failure)
                .startsWith("execution: ")
                .doesNotContain(TEXT, "\n", "Exception", "dev.hyperterse", "127.0.0.1")
                .doesNotContain(values.getOrDefault(TestAdapters.PASSWORD, "no password"));
        if (values.containsKey(TestAdapters.USERNAME)) {
            assertThat(failure).doesNotContain("'" + values.get(TestAdapters.USERNAME) + "'");
        }
    }

    /** Nothing listens there, the password is wrong, or there is no such database. */
    private static void checkUnreachable(Adapter adapter, Map<ValueKey, String> values, Dialect dialect) {
        var address = URI.create(values.get(TestAdapters.URL));
        var closed = values.get(TestAdapters.URL).replace(":" + address.getPort(), ":1");
        for (var other : List.of(
                Map.of(TestAdapters.URL, closed),
                Map.of(TestAdapters.URL, values.get(TestAdapters.URL) + "-none"),
                Map.of(TestAdapters.USERNAME, "nobody", TestAdapters.PASSWORD, "wrong"))) {
            var changed = new HashMap<>(values);
            changed.putAll(other);
            try (var calls = TestCalls.on(adapter, changed)) {
                assertThat(calls.run(dialect, "SELECT '" + TEXT + "'"))
                        .isEqualTo("unavailable: adapter db unavailable");
            }
        }
    }
}
