package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes that a function makes to its session do not reach other calls. */
@ExtendWith(Postgres.class)
class PostgresSessionIT {
    private PostgresDatabase database;

    @BeforeEach
    void prepare(PostgresDatabase empty) {
        database = empty;
        database.execute(
                "DROP SCHEMA IF EXISTS other CASCADE",
                "DROP TABLE IF EXISTS public.place",
                "CREATE SCHEMA other",
                "CREATE TABLE public.place AS SELECT 'public' AS name",
                "CREATE TABLE other.place AS SELECT 'other' AS name",
                """
                CREATE OR REPLACE FUNCTION writes() RETURNS text LANGUAGE plpgsql AS $$
                BEGIN INSERT INTO public.place VALUES ('forbidden'); RETURN 'written'; END $$""",
                """
                CREATE OR REPLACE FUNCTION sets(name text, value text) RETURNS text LANGUAGE plpgsql AS $$
                BEGIN PERFORM set_config(name, value, false); RETURN value; END $$""",
                """
                CREATE OR REPLACE PROCEDURE sets_and_fails(name text, value text) LANGUAGE plpgsql AS $$
                BEGIN PERFORM set_config(name, value, false); COMMIT; RAISE EXCEPTION 'failed'; END $$""");
    }

    @Test
    void readOnlySessionIsRestoredAfterAFunctionDisabledIt() {
        try (var reader = calls(Access.ReadOnly)) {
            for (var call = 0; call < 10; call++) {
                assertThat(reader.run(Dialect.POSTGRES, "SELECT sets('default_transaction_read_only', 'off') AS v"))
                        .isEqualTo("[{\"v\":\"off\"}]");
                assertThat(reader.run(Dialect.POSTGRES, "SELECT writes() AS v"))
                        .isEqualTo("execution: cannot execute INSERT in a read-only transaction (SQLSTATE 25006)");
            }
        }
        assertThat(database.query("SELECT count(*) FROM public.place")).isEqualTo("1");
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void searchPathSetByAFunctionReachesNoOtherCall(Access access) {
        try (var calls = calls(access)) {
            for (var call = 0; call < 10; call++) {
                assertThat(calls.run(Dialect.POSTGRES, "SELECT sets('search_path', 'other, public') AS v"))
                        .isEqualTo("[{\"v\":\"other, public\"}]");
                assertThat(calls.run(Dialect.POSTGRES, "SELECT name FROM place"))
                        .isEqualTo("[{\"name\":\"public\"}]");
            }
        }
    }

    @Test
    void settingOfAFailedCallReachesNoOtherCall() {
        try (var writer = calls(Access.ReadWrite)) {
            assertThat(writer.run(Dialect.POSTGRES, "CALL sets_and_fails('search_path', 'other, public')"))
                    .isEqualTo("execution: failed (SQLSTATE P0001)");
            assertThat(writer.run(Dialect.POSTGRES, "SELECT name FROM place")).isEqualTo("[{\"name\":\"public\"}]");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ReadOnly  | statement_timeout | 1234 | 10s
            ReadWrite | statement_timeout | 1234 | 10s
            ReadOnly  | app.tenant        | evil | ''
            ReadWrite | app.tenant        | evil | ''
            """)
    void unreportedSettingIsRestoredSoon(Access access, String name, String value, String usual) {
        try (var calls = calls(access)) {
            assertThat(calls.run(Dialect.POSTGRES, "SELECT sets('%s', '%s') AS v".formatted(name, value)))
                    .isEqualTo("[{\"v\":\"%s\"}]".formatted(value));
            awaitRows(calls, "SELECT coalesce(current_setting('%s', true), '') AS v".formatted(name), usual);
        }
    }

    @Test
    void roleSetByAFunctionIsRestoredSoon() {
        database.execute("DROP ROLE IF EXISTS taken", "CREATE ROLE taken");
        try (var calls = calls(Access.ReadWrite)) {
            assertThat(calls.run(Dialect.POSTGRES, "SELECT sets('role', 'taken') AS v"))
                    .isEqualTo("[{\"v\":\"taken\"}]");
            awaitRows(calls, "SELECT current_user AS v", database.username());
        }
        database.execute("DROP ROLE taken");
    }

    @Test
    void temporaryTableOfAFunctionIsDroppedSoon() {
        try (var calls = calls(Access.ReadWrite)) {
            database.execute("""
                    CREATE OR REPLACE FUNCTION hides() RETURNS text LANGUAGE plpgsql AS $$
                    BEGIN CREATE TEMP TABLE place AS SELECT 'hidden' AS name; RETURN 'hidden'; END $$""");
            assertThat(calls.run(Dialect.POSTGRES, "SELECT hides() AS v")).isEqualTo("[{\"v\":\"hidden\"}]");
            awaitRows(calls, "SELECT name AS v FROM place", "public");
        }
    }

    private static void awaitRows(TestCalls calls, String sql, String value) {
        var rows = "[{\"v\":\"%s\"}]".formatted(value);
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        for (var now = ""; !now.equals(rows); now = calls.run(Dialect.POSTGRES, sql)) {
            assertThat(System.nanoTime()).as(now).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    /** One connection, so that leftovers of one call would reach the next. */
    private TestCalls calls(Access access) {
        return TestCalls.on(TestAdapters.postgres(access, 1, 10_000, 100), TestAdapters.values(database));
    }
}
