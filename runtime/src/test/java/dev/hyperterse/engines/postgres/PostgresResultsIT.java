package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Rows of Postgres as callers receive them, type by type, for a role whose settings would change the format. */
@ExtendWith(Postgres.class)
class PostgresResultsIT {
    private static TestCalls calls;
    /** The same with exclusive connections. */
    private static TestCalls writer;

    @BeforeAll
    static void connect(PostgresDatabase database) {
        database.execute(
                "CREATE ROLE spoiler LOGIN PASSWORD 'spoiler'",
                "ALTER ROLE spoiler SET TimeZone = 'America/New_York'",
                "ALTER ROLE spoiler SET DateStyle = 'German'",
                "ALTER ROLE spoiler SET IntervalStyle = 'iso_8601'",
                "ALTER ROLE spoiler SET bytea_output = 'escape'",
                "ALTER ROLE spoiler SET extra_float_digits = 0",
                "ALTER ROLE spoiler SET standard_conforming_strings = off",
                "CREATE TYPE mood AS ENUM ('sad', 'happy')",
                "CREATE DOMAIN positive AS int CHECK (VALUE > 0)",
                "CREATE TABLE counted (id serial, big bigserial)",
                "INSERT INTO counted VALUES (1, 2)",
                "GRANT SELECT ON counted TO spoiler");
        calls = TestCalls.on(
                TestAdapters.postgres(Access.ReadOnly), TestAdapters.values(database.as("spoiler", "spoiler")));
        writer = TestCalls.on(
                TestAdapters.postgres(Access.ReadWrite), TestAdapters.values(database.as("spoiler", "spoiler")));
    }

    @AfterAll
    static void disconnect() {
        calls.close();
        writer.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1::int2                                       | 1
            (-2147483648)::int4                           | -2147483648
            9007199254740993::int8                        | 9007199254740993
            123456789012345678901234567890.1200::numeric  | 123456789012345678901234567890.1200
            'NaN'::numeric                                | null
            '-Infinity'::numeric                          | null
            0.1::float4                                   | 0.1
            0.1::float8 + 0.2                             | 0.30000000000000004
            1e300::float8                                 | 1e+300
            'NaN'::float8                                 | null
            'Infinity'::float4                            | null
            true                                          | true
            false                                         | false
            NULL::int                                     | null
            'a "b" \\ c'::text                             | "a \\"b\\" \\\\ c"
            E'line\\nfeed\\ttab'::varchar                   | "line\\nfeed\\ttab"
            'é漢😀'                                        | "é漢😀"
            'ab'::char(4)                                 | "ab  "
            '\\x00ff10'::bytea                             | "AP8Q"
            ''::bytea                                     | ""
            '{"a": [1, 2.50, "x\\"y"]}'::json              | {"a": [1, 2.50, "x\\"y"]}
            '{"b":1,"a":null}'::jsonb                     | {"a": null, "b": 1}
            '2025-01-02'::date                            | "2025-01-02"
            '10:11:12.5'::time                            | "10:11:12.5"
            '2025-01-02 10:11:12.123456'::timestamp       | "2025-01-02T10:11:12.123456"
            '2025-01-02 10:11:12+02'::timestamptz         | "2025-01-02T08:11:12Z"
            'infinity'::timestamptz                       | "infinity"
            '0044-03-15 BC'::date                         | "0044-03-15 BC"
            '0044-03-15 12:00 BC'::timestamp              | "0044-03-15 12:00:00 BC"
            '1 day 02:03:04'::interval                    | "1 day 02:03:04"
            '[1,5)'::int4range                            | "[1,5)"
            '(1,2)'::point                                | "(1,2)"
            'happy'::mood                                 | "happy"
            7::positive                                   | 7
            'a3bb189e-8bf9-3888-9912-ace4e6543002'::uuid  | "a3bb189e-8bf9-3888-9912-ace4e6543002"
            '10.0.0.1/8'::inet                            | "10.0.0.1/8"
            '12.34'::money                                | "$12.34"
            B'101'                                        | "101"
            ARRAY[1,NULL,3]                               | [1,null,3]
            ARRAY[[1,2],[3,4]]                            | [[1,2],[3,4]]
            '[2:3]={1,2}'::int[]                          | [1,2]
            '{}'::text[]                                  | []
            ARRAY['a,b','NULL','q"\\',NULL,'']::text[]     | ["a,b","NULL","q\\"\\\\",null,""]
            ARRAY[true,false]                             | [true,false]
            ARRAY[1.50,'NaN']::numeric[]                  | [1.50,null]
            ARRAY['{"a":1}','[]']::jsonb[]                | [{"a": 1},[]]
            ARRAY['2025-01-02 10:11:12+02'::timestamptz]  | ["2025-01-02T08:11:12Z"]
            ARRAY['\\x00ff'::bytea]                        | ["AP8="]
            ARRAY['(1,1),(0,0)','(2,2),(1,1)']::box[]     | ["(1,1),(0,0)","(2,2),(1,1)"]
            ARRAY['sad']::mood[]                          | ["sad"]
            (SELECT id FROM counted)                      | 1
            (SELECT big FROM counted)                     | 2
            current_setting('TimeZone')                   | "UTC"
            """)
    void valueOfEachTypeIsEncoded(String expression, String json) {
        var rows = calls.run(Dialect.POSTGRES, "SELECT " + expression + " AS v");
        assertThat(rows).isEqualTo("[{\"v\":" + json + "}]");
        assertThat(insideString("SELECT " + expression + " AS v")).isEqualTo(rows);
        assertThat(writer.run(Dialect.POSTGRES, "SELECT " + expression + " AS v"))
                .isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT 1 AS id WHERE false                 | []
            SELECT 1 AS id, 2 AS id, 3 AS id           | [{"id":1,"id_2":2,"id_3":3}]
            SELECT 1 AS id, 2 AS id_2, 3 AS id         | [{"id":1,"id_2":2,"id_3":3}]
            SELECT 1 AS "q""uo\\te"                     | [{"q\\"uo\\\\te":1}]
            SELECT 1                                   | [{"?column?":1}]
            SELECT                                     | [{}]
            SELECT g FROM generate_series(1,3) AS g    | [{"g":1},{"g":2},{"g":3}]
            """)
    void rowsAreEncoded(String sql, String json) {
        assertThat(calls.run(Dialect.POSTGRES, sql)).isEqualTo(json);
        assertThat(writer.run(Dialect.POSTGRES, sql)).isEqualTo(json);
    }

    @Test
    void integerOfASequenceStaysANumber() {
        assertThat(calls.run(Dialect.POSTGRES, "SELECT id, big FROM counted")).isEqualTo("[{\"id\":1,\"big\":2}]");
    }

    @Test
    void tooManyRowsFailTheCallAndKeepTheConnection() {
        assertThat(calls.run(Dialect.POSTGRES, "SELECT * FROM generate_series(1, 1000)"))
                .contains("1000");
        assertThat(calls.run(Dialect.POSTGRES, "SELECT * FROM generate_series(1, 1001)"))
                .isEqualTo("result: the result has more than 1000 rows");
        assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
    }

    @Test
    void oversizedResultIsNotRead() {
        assertThat(calls.run(Dialect.POSTGRES, "SELECT repeat('x', 1500000) AS v"))
                .isEqualTo("result: the result is larger than 1048576 bytes");
        assertThat(calls.run(Dialect.POSTGRES, "SELECT repeat('x', 30000000) AS v"))
                .isEqualTo("result: the result is larger than this server allows");
        assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        assertThat(calls.budget().used()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM missing                     | execution: relation "missing" does not exist (SQLSTATE 42P01)
            SELEC 1                                   | execution: syntax error at or near "SELEC" (SQLSTATE 42601)
            SELECT 1/0                                | execution: division by zero (SQLSTATE 22012)
            DELETE FROM counted                       | execution: cannot execute DELETE in a read-only transaction (SQLSTATE 25006)
            """)
    void errorIsTheMessageOfTheEngine(String sql, String message) {
        assertThat(calls.run(Dialect.POSTGRES, sql)).isEqualTo(message);
    }

    private static String insideString(String sql) {
        var tool = calls.tool(List.of(), new SqlStatement(Dialect.POSTGRES, List.of(new Segment.Text(sql))));
        var text = calls.run(tool, "{}", ResultBuffer.Form.INSIDE_STRING, Duration.ofSeconds(20));
        return JsonMapper.shared().readValue('"' + text + '"', String.class);
    }
}
