package dev.hyperterse.engines.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.OnlyMariaDb;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Rows of MariaDB as callers receive them, column type by column type. */
@ExtendWith(MariaDb.class)
class MysqlResultsIT {
    private static MariaDbDatabase database;
    private static TestCalls calls;

    @BeforeAll
    static void connect(MariaDbDatabase empty) {
        database = empty;
        database.numbers(2, 3, 50, 1_000, 1_000_000);
        calls = TestCalls.on(TestAdapters.mysql(Access.ReadOnly), TestAdapters.values(database));
    }

    @AfterAll
    static void disconnect() {
        calls.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            TINYINT                         | -128                              | -128
            TINYINT UNSIGNED                | 255                               | 255
            TINYINT(1)                      | TRUE                              | 1
            TINYINT(1)                      | 7                                 | 7
            SMALLINT                        | -32768                            | -32768
            SMALLINT UNSIGNED               | 65535                             | 65535
            MEDIUMINT                       | -8388608                          | -8388608
            MEDIUMINT UNSIGNED              | 16777215                          | 16777215
            INT                             | -2147483648                       | -2147483648
            INT UNSIGNED                    | 4294967295                        | 4294967295
            INT(6) ZEROFILL                 | 42                                | 42
            BIGINT                          | -9223372036854775808              | -9223372036854775808
            BIGINT                          | 9007199254740993                  | 9007199254740993
            BIGINT UNSIGNED                 | 18446744073709551615              | 18446744073709551615
            BIGINT UNSIGNED                 | 0                                 | 0
            DECIMAL(40,4)                   | 123456789012345678901234567890.12 | 123456789012345678901234567890.1200
            DECIMAL(10,2)                   | -0.50                             | -0.50
            DECIMAL(10,2) ZEROFILL          | 12.5                              | 12.50
            FLOAT                           | 0.1                               | 0.1
            FLOAT                           | 0                                 | 0.0
            FLOAT                           | 3.40282e38                        | 3.40282E38
            DOUBLE                          | 1e300                             | 1.0E300
            DOUBLE                          | 0.30000000000000004               | 0.30000000000000004
            DOUBLE                          | -1.7976931348623157e308           | -1.7976931348623157E308
            DOUBLE                          | 2.2250738585072014e-308           | 2.2250738585072014E-308
            DECIMAL(65,30)                  | -1e-30                            | -0.000000000000000000000000000001
            BOOLEAN                         | FALSE                             | 0
            BIT(1)                          | b'1'                              | 1
            BIT(8)                          | 0                                 | 0
            BIT(10)                         | b'1000000001'                     | 513
            BIT(64)                         | 18446744073709551615              | 18446744073709551615
            DATE                            | '2025-01-02'                      | "2025-01-02"
            DATE                            | '1000-01-01'                      | "1000-01-01"
            DATE                            | '1582-10-10'                      | "1582-10-10"
            DATE                            | '1969-12-31'                      | "1969-12-31"
            DATE                            | '9999-12-31'                      | "9999-12-31"
            DATE                            | '0000-00-00'                      | null
            DATE                            | '2025-00-00'                      | "2025-00-00"
            DATETIME                        | '2025-01-02 10:11:12'             | "2025-01-02T10:11:12"
            DATETIME                        | '2025-01-02'                      | "2025-01-02T00:00:00"
            DATETIME(6)                     | '1969-12-31 23:59:59.123400'      | "1969-12-31T23:59:59.1234"
            DATETIME                        | '0000-00-00 00:00:00'             | null
            DATETIME(6)                     | '9999-12-31 23:59:59.999999'      | "9999-12-31T23:59:59.999999"
            TIMESTAMP                       | '2025-01-02 10:11:12'             | "2025-01-02T10:11:12Z"
            TIMESTAMP                       | '1970-01-01 00:00:01'             | "1970-01-01T00:00:01Z"
            TIMESTAMP(3)                    | '2025-01-02 10:11:12.5'           | "2025-01-02T10:11:12.5Z"
            TIMESTAMP                       | '0000-00-00 00:00:00'             | null
            TIME                            | '10:11:12'                        | "10:11:12"
            TIME                            | '838:59:59'                       | "838:59:59"
            TIME                            | '-25:00:01'                       | "-25:00:01"
            TIME(6)                         | '00:00:00.000001'                 | "00:00:00.000001"
            TIME                            | 0                                 | "00:00:00"
            YEAR                            | 2025                              | 2025
            YEAR                            | 0                                 | 0
            CHAR(4)                         | 'ab'                              | "ab"
            VARCHAR(20)                     | 'a "b" \\\\ c'                    | "a \\"b\\" \\\\ c"
            VARCHAR(20)                     | ''                                | ""
            VARCHAR(20) CHARACTER SET utf8mb4 | 'é漢😀'                          | "é漢😀"
            VARCHAR(20) CHARACTER SET latin1  | 'é'                             | "é"
            VARCHAR(20) CHARACTER SET ucs2    | '漢'                             | "漢"
            VARCHAR(20) CHARACTER SET utf16   | '😀'                             | "😀"
            TINYTEXT                        | 'line\\nfeed\\ttab'                 | "line\\nfeed\\ttab"
            TEXT                            | 'x'                               | "x"
            MEDIUMTEXT                      | 'x'                               | "x"
            LONGTEXT                        | 'x'                               | "x"
            BINARY(3)                       | x'00ff10'                         | "AP8Q"
            VARBINARY(3)                    | x'00ff'                           | "AP8="
            TINYBLOB                        | x''                               | ""
            BLOB                            | x'00ff10'                         | "AP8Q"
            MEDIUMBLOB                      | x'00ff10'                         | "AP8Q"
            LONGBLOB                        | x'00ff10'                         | "AP8Q"
            JSON                            | '{"a": [1, 2.25, "x\\\\"y"], "b": null}' | {"a": [1, 2.25, "x\\"y"], "b": null}
            JSON                            | '[]'                              | []
            ENUM('sad','happy')             | 'happy'                           | "happy"
            ENUM('sad','happy')             | 'unknown'                         | ""
            SET('a','b','c')                | 'a,c'                             | "a,c"
            SET('a','b','c')                | ''                                | ""
            NCHAR(2)                        | 'é'                               | "é"
            POINT                           | POINT(1, 2)                       | "AAAAAAEBAAAAAAAAAAAA8D8AAAAAAAAAQA=="
            LINESTRING                      | LINESTRING(POINT(1, 2), POINT(3, 4)) | "AAAAAAECAAAAAgAAAAAAAAAAAPA/AAAAAAAAAEAAAAAAAAAIQAAAAAAAABBA"
            """)
    void valueOfEachColumnTypeIsEncoded(String type, String literal, String json) {
        try (var fixture = new Column(type)) {
            fixture.insert(literal);
            assertThat(calls.run(Dialect.MYSQL, "SELECT v FROM typed")).isEqualTo("[{\"v\":" + json + "}]");
            assertThat(insideString("SELECT v FROM typed")).isEqualTo("[{\"v\":" + json + "}]");
            fixture.insert("NULL");
            assertThat(calls.run(Dialect.MYSQL, "SELECT v FROM typed")).isEqualTo("[{\"v\":null}]");
        }
    }

    @ParameterizedTest
    @OnlyMariaDb
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            UUID                            | 'a3bb189e-8bf9-3888-9912-ace4e6543002' | "a3bb189e-8bf9-3888-9912-ace4e6543002"
            INET6                           | '2001:db8::1'                     | "2001:db8::1"
            INET4                           | '10.0.0.1'                        | "10.0.0.1"
            JSON                            | '{"a": 2.50}'                     | {"a": 2.50}
            """)
    void valueOfEachColumnTypeOfMariaDbIsEncoded(String type, String literal, String json) {
        valueOfEachColumnTypeIsEncoded(type, literal, json);
    }

    /** A table of one column, in a session that admits zero dates. */
    private record Column(String type) implements AutoCloseable {
        Column {
            database.execute("DROP TABLE IF EXISTS typed", "CREATE TABLE typed (v " + type + " NULL)");
        }

        void insert(String literal) {
            database.execute(
                    "SET SESSION sql_mode = '', time_zone = '+00:00'",
                    "DELETE FROM typed",
                    "INSERT INTO typed VALUES (" + literal + ")");
        }

        @Override
        public void close() {
            database.execute("DROP TABLE typed");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT 1 AS id FROM dual WHERE 1 = 0           | []
            SELECT 1 AS id, 2 AS id, 3 AS id               | [{"id":1,"id_2":2,"id_3":3}]
            SELECT 1 AS id, 2 AS id_2, 3 AS id             | [{"id":1,"id_2":2,"id_3":3}]
            SELECT 1 AS `q"uo\\te`                          | [{"q\\"uo\\\\te":1}]
            SELECT 1                                       | [{"1":1}]
            SELECT 1 + 1                                   | [{"1 + 1":2}]
            SELECT NULL AS v                               | [{"v":null}]
            SELECT 'x' AS v                                | [{"v":"x"}]
            SELECT 1.50 AS v                               | [{"v":1.50}]
            SELECT 1/3 AS v                                | [{"v":0.3333}]
            SELECT TRUE AS v                               | [{"v":1}]
            SELECT 1 = 1 AS v                              | [{"v":1}]
            SELECT CAST(5 AS UNSIGNED) AS v                | [{"v":5}]
            SELECT @@session.time_zone AS v                | [{"v":"+00:00"}]
            SELECT seq FROM seq_1_to_3                     | [{"seq":1},{"seq":2},{"seq":3}]
            (SELECT 1 AS v) UNION ALL (SELECT 2)           | [{"v":1},{"v":2}]
            WITH a AS (SELECT 7 AS v) SELECT v FROM a      | [{"v":7}]
            SHOW VARIABLES LIKE 'time_zone'                | [{"Variable_name":"time_zone","Value":"+00:00"}]
            """)
    void rowsAreEncoded(String sql, String json) {
        assertThat(calls.run(Dialect.MYSQL, sql)).isEqualTo(json);
        assertThat(calls.run(Dialect.MYSQL, sql)).isEqualTo(json);
    }

    @Test
    @OnlyMariaDb
    void jsonColumnWithoutItsCheckIsText() {
        database.execute(
                "DROP TABLE IF EXISTS unchecked",
                "CREATE TABLE unchecked (v JSON)",
                "SET SESSION check_constraint_checks = 0",
                "INSERT INTO unchecked VALUES ('{\"a\": 1},{\"forged\": 2}'), ('[1] 2'), (''), ('01'), ('[1')");
        assertThat(calls.run(Dialect.MYSQL, "SELECT v FROM unchecked"))
                .isEqualTo(
                        "[{\"v\":\"{\\\"a\\\": 1},{\\\"forged\\\": 2}\"},{\"v\":\"[1] 2\"},{\"v\":\"\"},{\"v\":\"01\"},"
                                + "{\"v\":\"[1\"}]");
    }

    @Test
    void tooManyRowsFailTheCallAndKeepTheConnection() {
        assertThat(calls.run(Dialect.MYSQL, "SELECT seq FROM seq_1_to_1000")).endsWith("{\"seq\":1000}]");
        try (var single =
                TestCalls.on(TestAdapters.mysql(Access.ReadOnly, 1, 10_000, 100), TestAdapters.values(database))) {
            var connection = single.run(Dialect.MYSQL, "SELECT connection_id() AS v");
            assertThat(single.run(Dialect.MYSQL, "SELECT seq FROM seq_1_to_1000000"))
                    .isEqualTo("result: the result has more than 100 rows");
            assertThat(single.run(Dialect.MYSQL, "SELECT connection_id() AS v")).isEqualTo(connection);
            // A limit of its own wins over the session's; what is left is not read.
            assertThat(single.run(Dialect.MYSQL, "SELECT seq FROM seq_1_to_1000000 LIMIT 1000000"))
                    .isEqualTo("result: the result has more than 100 rows");
            assertThat(single.run(Dialect.MYSQL, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        }
    }

    @Test
    void rowsBeyondTheLimitOfAToolAreOmittedAndTheConnectionIsKept() {
        var rules = new ResultRules(Optional.of(2), Overflow.Truncate, RowFormat.Rows, RowShape.Rows, Optional.empty());
        try (var single =
                TestCalls.on(TestAdapters.mysql(Access.ReadOnly, 1, 10_000, 100), TestAdapters.values(database))) {
            var connection = single.run(Dialect.MYSQL, "SELECT connection_id() AS v");
            assertThat(single.run(Dialect.MYSQL, "SELECT seq FROM seq_1_to_1000000", rules))
                    .startsWith("[{\"seq\":1},{\"seq\":2}]{")
                    .contains("\\\"truncated\\\":true");
            assertThat(single.run(Dialect.MYSQL, "SELECT connection_id() AS v")).isEqualTo(connection);
            assertThat(single.run(Dialect.MYSQL, "SELECT seq FROM seq_1_to_3", rules))
                    .startsWith("[{\"seq\":1},{\"seq\":2}]{");
            // The limit of one call is not that of the next.
            assertThat(single.run(Dialect.MYSQL, "SELECT seq FROM seq_1_to_3"))
                    .isEqualTo("[{\"seq\":1},{\"seq\":2},{\"seq\":3}]");
            assertThat(single.run(Dialect.MYSQL, "SELECT seq FROM seq_1_to_2", rules))
                    .isEqualTo("[{\"seq\":1},{\"seq\":2}]");
            // A limit of its own wins over the session's; what is left is not read.
            assertThat(single.run(Dialect.MYSQL, "SELECT seq FROM seq_1_to_1000000 LIMIT 1000000", rules))
                    .startsWith("[{\"seq\":1},{\"seq\":2}]{");
            assertThat(single.run(Dialect.MYSQL, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        }
    }

    @Test
    void rowLimitOfResultsDoesNotLimitWrites() {
        database.execute("DROP TABLE IF EXISTS counted", "CREATE TABLE counted (id INT PRIMARY KEY, n INT DEFAULT 0)");
        try (var writer =
                TestCalls.on(TestAdapters.mysql(Access.ReadWrite, 1, 10_000, 10), TestAdapters.values(database))) {
            assertThat(writer.run(Dialect.MYSQL, "INSERT INTO counted (id) SELECT seq FROM seq_1_to_50"))
                    .isEqualTo("[{\"affected\":50}]");
            assertThat(writer.run(Dialect.MYSQL, "UPDATE counted SET n = 1")).isEqualTo("[{\"affected\":50}]");
            assertThat(writer.run(Dialect.MYSQL, "SELECT count(*) AS v FROM (SELECT * FROM counted) c"))
                    .isEqualTo("[{\"v\":50}]");
            assertThat(writer.run(Dialect.MYSQL, "DELETE FROM counted WHERE id IN (SELECT seq FROM seq_1_to_50)"))
                    .isEqualTo("[{\"affected\":50}]");
        }
    }

    @Test
    @OnlyMariaDb
    void rowLimitOfResultsDoesNotLimitRowsThatAreWritten() {
        database.execute("CREATE OR REPLACE TABLE returned (id INT PRIMARY KEY)");
        try (var writer =
                TestCalls.on(TestAdapters.mysql(Access.ReadWrite, 1, 10_000, 10), TestAdapters.values(database))) {
            assertThat(writer.run(Dialect.MYSQL, "INSERT INTO returned (id) VALUES (1), (2) RETURNING id"))
                    .isEqualTo("[{\"id\":1},{\"id\":2}]");
        }
    }

    @Test
    void oversizedResultIsNotRead() {
        assertThat(calls.run(Dialect.MYSQL, "SELECT repeat('x', 1500000) AS v"))
                .isEqualTo("result: the result is larger than 1048576 bytes");
        assertThat(calls.run(Dialect.MYSQL, "SELECT repeat('x', 14000000) AS v"))
                .isEqualTo("result: the result is larger than this server allows");
        assertThat(calls.run(Dialect.MYSQL, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        assertThat(calls.budget().used()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM missing               | execution: Table 'DATABASE.missing' doesn't exist (SQLSTATE 42S02)
            SELEC 1                             | execution: You have an error in your SQL syntax; check the manual that corresponds to your PRODUCT server version for the right syntax to use near 'SELEC' at line 1 (SQLSTATE 42000)
            SELECT length('of the statement') + 9223372036854775807 | execution: BIGINT value is out of range (SQLSTATE 22003)
            CREATE TABLE refused (id INT)       | execution: Cannot execute statement in a READ ONLY transactionSTOP (SQLSTATE 25006)
            """)
    void errorIsTheMessageOfTheEngine(String sql, String message) {
        assertThat(calls.run(Dialect.MYSQL, sql))
                .isEqualTo(message.replace("DATABASE", database.name())
                        .replace("PRODUCT", database.isMysql() ? "MySQL" : "MariaDB")
                        .replace("STOP", database.isMysql() ? "." : ""));
    }

    @Test
    void changedTableIsDescribedAgain() {
        database.execute(
                "DROP TABLE IF EXISTS changing", "CREATE TABLE changing (a INT)", "INSERT INTO changing VALUES (1)");
        assertThat(calls.run(Dialect.MYSQL, "SELECT * FROM changing")).isEqualTo("[{\"a\":1}]");
        database.execute("ALTER TABLE changing MODIFY a VARCHAR(10)");
        assertThat(calls.run(Dialect.MYSQL, "SELECT * FROM changing")).isEqualTo("[{\"a\":\"1\"}]");
        database.execute("ALTER TABLE changing ADD b BIGINT UNSIGNED DEFAULT 18446744073709551615");
        assertThat(calls.run(Dialect.MYSQL, "SELECT * FROM changing"))
                .isEqualTo("[{\"a\":\"1\",\"b\":18446744073709551615}]");
        database.execute("ALTER TABLE changing DROP a");
        assertThat(calls.run(Dialect.MYSQL, "SELECT * FROM changing")).isEqualTo("[{\"b\":18446744073709551615}]");
    }

    private static String insideString(String sql) {
        var tool = calls.tool(List.of(), new SqlStatement(Dialect.MYSQL, List.of(new Segment.Text(sql))));
        var text = calls.run(tool, "{}", ResultBuffer.Form.INSIDE_STRING, Duration.ofSeconds(20));
        return JsonMapper.shared().readValue('"' + text + '"', String.class);
    }
}
