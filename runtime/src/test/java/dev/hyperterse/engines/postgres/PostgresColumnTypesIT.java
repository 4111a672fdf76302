package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The encoding of a column follows its current type, not its former type or its name. */
@ExtendWith(Postgres.class)
class PostgresColumnTypesIT {
    private static final int CALLS = 12;

    private PostgresDatabase database;
    private TestCalls calls;

    @BeforeEach
    void connect(PostgresDatabase empty) {
        database = empty;
        calls = TestCalls.on(TestAdapters.postgres(Access.ReadWrite), TestAdapters.values(database));
    }

    @AfterEach
    void disconnect() {
        calls.close();
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void columnThatBecomesTextIsQuoted(Access access) {
        database.execute(
                "DROP TABLE IF EXISTS changing",
                "CREATE TABLE changing (id int, v int)",
                "INSERT INTO changing VALUES (1, 2)");
        try (var reader = TestCalls.on(TestAdapters.postgres(access), TestAdapters.values(database))) {
            for (var call = 0; call < CALLS; call++) {
                assertThat(reader.run(Dialect.POSTGRES, "SELECT id, v FROM changing"))
                        .isEqualTo("[{\"id\":1,\"v\":2}]");
            }
            database.execute("ALTER TABLE changing ALTER v TYPE text USING 'a\"},{\"id\":99'");
            for (var call = 0; call < CALLS; call++) {
                assertThat(reader.run(Dialect.POSTGRES, "SELECT id, v FROM changing"))
                        .isEqualTo("[{\"id\":1,\"v\":\"a\\\"},{\\\"id\\\":99\"}]");
            }
        }
    }

    @Test
    void textColumnThatBecomesANumberIsUnquoted() {
        database.execute("CREATE TABLE narrowing (v text)", "INSERT INTO narrowing VALUES ('7')");
        assertThat(calls.run(Dialect.POSTGRES, "SELECT v FROM narrowing")).isEqualTo("[{\"v\":\"7\"}]");
        database.execute("ALTER TABLE narrowing ALTER v TYPE int USING v::int");
        assertThat(calls.run(Dialect.POSTGRES, "SELECT v FROM narrowing")).isEqualTo("[{\"v\":7}]");
    }

    @ParameterizedTest
    @CsvSource({"json", "jsonb", "int4", "int8", "numeric", "float8", "bool", "timestamp", "bytea", "_int4", "_mine"})
    void userTypeIsTextWhateverItsName(String type) {
        database.execute("CREATE TYPE public.\"%s\" AS ENUM ('1},{\"forged\":2')".formatted(type));
        try {
            var sql = "SELECT '1},{\"forged\":2'::public.\"%s\" AS v".formatted(type);
            for (var call = 0; call < CALLS; call++) {
                assertThat(calls.run(Dialect.POSTGRES, sql)).isEqualTo("[{\"v\":\"1},{\\\"forged\\\":2\"}]");
            }
        } finally {
            database.execute("DROP TYPE public.\"%s\"".formatted(type));
        }
    }

    @Test
    void arraysOfUserTypesAreArraysOfText() {
        database.execute("CREATE TYPE public.\"float4\" AS ENUM ('1},{', 'plain', 'a \"b\"')");
        assertThat(calls.run(
                        Dialect.POSTGRES,
                        "SELECT ARRAY['1},{', NULL, 'plain', 'a \"b\"']::public.\"float4\"[] AS v,"
                                + " ARRAY[[1,2],[3,4]]::int8[] AS n"))
                .isEqualTo("[{\"v\":[\"1},{\",null,\"plain\",\"a \\\"b\\\"\"],\"n\":[[1,2],[3,4]]}]");
        database.execute("DROP TYPE public.\"float4\"");
    }

    @Test
    void typesThatLookLikeArraysAreText() {
        assertThat(calls.run(
                        Dialect.POSTGRES,
                        "SELECT '{[1,3),[5,7)}'::int4multirange AS m, ROW('{1', 2) AS r, '1 2'::int2vector AS i,"
                                + " '{1,2}'::text AS t"))
                .isEqualTo("[{\"m\":\"{[1,3),[5,7)}\",\"r\":\"({1,2)\",\"i\":\"1 2\",\"t\":\"{1,2}\"}]");
    }
}
