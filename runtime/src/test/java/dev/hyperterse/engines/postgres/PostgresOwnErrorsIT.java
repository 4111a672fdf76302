package dev.hyperterse.engines.postgres;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An error that a statement raises is not a lost connection, whatever its code: the connection is kept and nothing runs again. */
@ExtendWith(Postgres.class)
class PostgresOwnErrorsIT {
    private static final List<Input> INPUTS =
            List.of(input("code", InputType.STRING, false), input("message", InputType.STRING, false));
    private static final String PROCESS = "SELECT pg_backend_pid() AS v";

    private PostgresDatabase database;

    @BeforeEach
    void prepare(PostgresDatabase empty) {
        database = empty;
        database.execute(
                "DROP SEQUENCE IF EXISTS attempts",
                // Counts what ran, also where its transaction is rolled back.
                "CREATE SEQUENCE attempts",
                """
                CREATE OR REPLACE FUNCTION fails(code text, message text) RETURNS int LANGUAGE plpgsql AS $$
                BEGIN
                    PERFORM CASE WHEN current_setting('transaction_read_only') = 'off' THEN nextval('attempts') END;
                    RAISE EXCEPTION '%', message USING ERRCODE = code;
                END $$""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"08000", "08001", "08003", "08006", "08P01", "57P01", "57P02", "57P03", "57P05"})
    void writeThatFailsWithAConnectionErrorCodeRunsOnce(String code) {
        try (var writer = calls(Access.ReadWrite)) {
            var process = writer.run(Dialect.POSTGRES, PROCESS);
            assertThat(run(writer, code, "far away")).isEqualTo("execution: far away (SQLSTATE %s)".formatted(code));
            assertThat(attempts()).isEqualTo("1");
            assertThat(writer.run(Dialect.POSTGRES, PROCESS)).isEqualTo(process);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            42P18 | could not determine data type of parameter $1
            0A000 | cached plan must not change result type
            26000 | prepared statement does not exist
            08003 | This connection has been closed.
            08S01 | Result set exceeded maxResultBuffer limit.
            57014 | canceling statement due to statement timeout
            """)
    void writeThatFailsWithAMessageOfTheEngineOrDriverRunsOnce(String code, String message) {
        try (var writer = calls(Access.ReadWrite)) {
            var process = writer.run(Dialect.POSTGRES, PROCESS);
            assertThat(run(writer, code, message)).isEqualTo("execution: %s (SQLSTATE %s)".formatted(message, code));
            assertThat(attempts()).isEqualTo("1");
            assertThat(writer.run(Dialect.POSTGRES, PROCESS)).isEqualTo(process);
        }
    }

    @Test
    void foreignTableOnAnUnreachableHostKeepsTheConnection() {
        database.execute(
                "CREATE EXTENSION IF NOT EXISTS postgres_fdw",
                "DROP SERVER IF EXISTS dead CASCADE",
                "CREATE SERVER dead FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '1')",
                "CREATE USER MAPPING FOR CURRENT_USER SERVER dead OPTIONS (user 'x', password 'x')",
                "CREATE FOREIGN TABLE far (id int) SERVER dead");
        try (var reader = calls(Access.ReadOnly)) {
            var process = reader.run(Dialect.POSTGRES, PROCESS);
            for (var call = 0; call < 5; call++) {
                assertThat(reader.run(Dialect.POSTGRES, "SELECT id FROM far"))
                        .isEqualTo("execution: could not connect to server \"dead\" (SQLSTATE 08001)");
                assertThat(reader.run(Dialect.POSTGRES, PROCESS)).isEqualTo(process);
            }
        }
    }

    private TestCalls calls(Access access) {
        return TestCalls.on(TestAdapters.postgres(access, 1, 10_000, 100), TestAdapters.values(database));
    }

    private static String run(TestCalls calls, String code, String message) {
        var statement = TestCalls.statement(Dialect.POSTGRES, "SELECT fails(<code>, <message>) AS v", INPUTS);
        return calls.run(
                calls.tool(INPUTS, statement), "{\"code\": \"%s\", \"message\": \"%s\"}".formatted(code, message));
    }

    private String attempts() {
        return database.query("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM attempts");
    }
}
