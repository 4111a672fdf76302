package dev.hyperterse.engines.sqlite;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static dev.hyperterse.runtime.tool.TestCalls.list;
import static dev.hyperterse.runtime.tool.TestCalls.statement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SQLite, in memory and in files. */
class SqliteIT {
    private static final String SLOW =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
    private static final List<Input> INPUTS = List.of(
            input("int", InputType.INT, true),
            input("float", InputType.FLOAT, true),
            input("text", InputType.STRING, true),
            input("bool", InputType.BOOLEAN, true),
            input("when", InputType.DATETIME, true),
            list("numbers", InputType.INT));

    @TempDir
    private Path data;

    private TestCalls calls;

    @BeforeEach
    void open() {
        calls = new TestCalls(data);
        memory(Access.ReadOnly);
    }

    @AfterEach
    void close() {
        calls.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1                     | 1
            9007199254740993      | 9007199254740993
            0.1                   | 0.1
            1e300                 | 1.0E300
            -9223372036854775808  | -9223372036854775808
            9e999                 | null
            -9e999                | null
            5e-324                | 4.9E-324
            0.0                   | 0.0
            ''                    | ""
            x''                   | ""
            char(0, 97)           | "\\u0000a"
            json('[1, 2]')        | "[1,2]"
            date(-1, 'unixepoch') | "1969-12-31"
            1 = 1                 | 1
            NULL                  | null
            'é "q" \\'             | "é \\"q\\" \\\\"
            x'00ff10'             | "AP8Q"
            '{"a": 1}'            | "{\\"a\\": 1}"
            '2025-01-02 10:00'    | "2025-01-02 10:00"
            """)
    void valueOfEachStorageClassIsEncoded(String expression, String json) {
        assertThat(sql("SELECT " + expression + " AS v")).isEqualTo("[{\"v\":" + json + "}]");
    }

    /** The engine keeps a value as it is, or as the column prefers it; its type is not the column's. */
    @Test
    void declaredTypeOfAColumnIsNotTheTypeOfItsValues() {
        memory(Access.ReadWrite);
        sql("CREATE TABLE typed (b BOOLEAN, d DATE, n DECIMAL(10,2), r REAL, i INTEGER, t TEXT, x BLOB)");
        sql(
                "INSERT INTO typed VALUES (true, '2025-01-02', '1.50', 7, '8', 9, 'a'), ('no', 5, x'00', 'b', 1.5, x'ff', 2)");
        assertThat(sql("SELECT * FROM typed"))
                .isEqualTo("[{\"b\":1,\"d\":\"2025-01-02\",\"n\":1.5,\"r\":7.0,\"i\":8,\"t\":\"9\",\"x\":\"a\"},"
                        + "{\"b\":\"no\",\"d\":5,\"n\":\"AA==\",\"r\":\"b\",\"i\":1.5,\"t\":\"/w==\",\"x\":2}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT id FROM t WHERE id = <int>                      | {"int": 2}                        | [{"id":2}]
            SELECT typeof(<int>) AS v                              | {"int": 9007199254740993}         | [{"v":"integer"}]
            SELECT <int> AS v                                      | {"int": 9007199254740993}         | [{"v":9007199254740993}]
            SELECT <float> + 0.25 AS v                             | {"float": 0.5}                    | [{"v":0.75}]
            SELECT <text> AS v                                     | {"text": "'; DROP TABLE t; --"}   | [{"v":"'; DROP TABLE t; --"}]
            SELECT <bool> AS v                                     | {"bool": true}                    | [{"v":1}]
            SELECT <when> AS v                                     | {"when": "2025-01-02T10:00:00+02:00"} | [{"v":"2025-01-02T10:00:00+02:00"}]
            SELECT <text> IS NULL AS v                             | {}                                | [{"v":1}]
            SELECT id FROM t WHERE id IN <numbers> ORDER BY id     | {"numbers": [3, 1, 9]}            | [{"id":1},{"id":3}]
            SELECT id FROM t WHERE id IN <numbers>                 | {"numbers": []}                   | []
            SELECT count(*) AS v FROM t WHERE id NOT IN <numbers>  | {"numbers": []}                   | [{"v":3}]
            SELECT count(*) AS v FROM t WHERE id NOT IN <numbers>  | {}                                | [{"v":0}]
            SELECT 1 AS id, 2 AS id                                | {}                                | [{"id":1,"id_2":2}]
            """)
    void valuesAreBoundWithTheirTypes(String sql, String arguments, String rows) {
        var tool = calls.tool(INPUTS, statement(Dialect.SQLITE, sql, INPUTS));
        assertThat(calls.run(tool, arguments)).isEqualTo(rows);
        assertThat(calls.run(tool, arguments)).isEqualTo(rows);
    }

    @Test
    void connectionsInMemoryShareOneDatabase() throws InterruptedException {
        var rows = new ConcurrentLinkedQueue<String>();
        List<Thread> callers = new ArrayList<>();
        for (var caller = 0; caller < 32; caller++) {
            callers.add(Thread.ofVirtual().start(() -> rows.add(sql("SELECT count(*) AS v FROM t"))));
        }
        for (var caller : callers) {
            caller.join();
        }
        assertThat(rows).hasSize(32).containsOnly("[{\"v\":3}]");
    }

    @Test
    void writersInMemoryTakeTurns() throws InterruptedException {
        memory(Access.ReadWrite);
        var rows = new ConcurrentLinkedQueue<String>();
        List<Thread> callers = new ArrayList<>();
        for (var caller = 0; caller < 32; caller++) {
            callers.add(Thread.ofVirtual().start(() -> rows.add(sql("INSERT INTO t(name) VALUES ('x')"))));
        }
        for (var caller : callers) {
            caller.join();
        }
        assertThat(rows).containsOnly("[{\"affected\":1}]");
        assertThat(sql("SELECT count(*) AS v FROM t")).isEqualTo("[{\"v\":35}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INSERT INTO t(name) VALUES ('x')       | execution: attempt to write a readonly database (SQLITE_READONLY)
            SELECT * FROM missing                  | execution: no such table: missing (SQLITE_ERROR)
            ATTACH 'other.db' AS other             | execution: too many attached databases - max 0 (SQLITE_ERROR)
            SELECT load_extension('x')             | execution: not authorized (SQLITE_ERROR)
            """)
    void forbiddenStatementsAreRefused(String sql, String message) {
        assertThat(sql(sql)).isEqualTo(message);
    }

    @Test
    void slowStatementIsInterruptedByDeadlineAndClient() throws InterruptedException {
        var tool = calls.tool(INPUTS, statement(Dialect.SQLITE, SLOW, INPUTS));
        assertThat(calls.run(tool, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(100)))
                .isEqualTo("timeout: the call took too long and was cancelled");
        var outcomes = new ConcurrentLinkedQueue<String>();
        try (var scope = CallScope.open(calls.deadlines(), 60_000);
                var out = calls.budget().open(1000)) {
            var call = Thread.ofVirtual().start(() -> outcomes.add(TestCalls.run(tool, "{}", scope, out)));
            scope.end(CallScope.End.CLIENT);
            call.join();
        }
        assertThat(outcomes).containsExactly("cancelled: the call was cancelled");
        assertThat(sql("SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
    }

    @Test
    void interruptedStatementIsPreparedAgain() {
        var counting = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < <int>)"
                + " SELECT max(i) AS v FROM n";
        var tool = calls.tool(INPUTS, statement(Dialect.SQLITE, counting, INPUTS));
        assertThat(calls.run(tool, "{\"int\":9000000000000}", ResultBuffer.Form.PLAIN, Duration.ofMillis(100)))
                .isEqualTo("timeout: the call took too long and was cancelled");
        assertThat(calls.run(tool, "{\"int\":3}")).isEqualTo("[{\"v\":3}]");
    }

    @Test
    void tooManyRowsFailTheCall() {
        assertThat(
                        sql(
                                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001) SELECT i FROM n"))
                .isEqualTo("result: the result has more than 1000 rows");
    }

    @Test
    void fileOfAReadOnlyAdapterIsNotWritten() {
        file("shop.db", Access.ReadWrite);
        assertThat(sql("INSERT INTO t(name) VALUES ('x')")).isEqualTo("[{\"affected\":1}]");
        file("shop.db", Access.ReadOnly);
        assertThat(sql("SELECT count(*) AS v FROM t")).isEqualTo("[{\"v\":4}]");
        assertThat(sql("DELETE FROM t")).startsWith("execution: attempt to write a readonly database");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside.db",
                "a/../../outside.db",
                "/etc/passwd",
                "link/x.db",
                "",
                ".",
                "x.db?mode=memory",
                "directory"
            })
    void fileOutsideTheDataDirectoryIsRefused(String url) throws IOException {
        var outside = Files.createTempDirectory("outside");
        Files.createSymbolicLink(data.resolve("link"), outside);
        Files.createDirectory(data.resolve("directory"));
        file(url, Access.ReadWrite);
        assertThat(sql("SELECT 1")).isEqualTo("unavailable: adapter db unavailable");
        assertThat(calls.adapters().states().getFirst().message()).isPresent();
        assertThat(outside).isEmptyDirectory();
        Files.delete(outside);
    }

    @Test
    void faultyInitialSqlIsReportedInTheStateAndNotToCallers() {
        calls.reconfigure(
                TestAdapters.sqlite(Access.ReadOnly),
                Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, "CREATE TABL t"));
        assertThat(sql("SELECT 1")).isEqualTo("unavailable: adapter db unavailable");
        assertThat(calls.adapters().states().getFirst().message().orElseThrow()).contains("syntax error");
    }

    @Test
    void closedDatabaseIsNotReopened() throws SQLException {
        var adapter = TestAdapters.sqlite(Access.ReadOnly);
        var values = new ValueSet("test", values(":memory:"));
        var database = new SqliteDatabase(
                SqliteSettings.of(adapter, (Engine.Sqlite) adapter.engine(), values, data, 1024 * 1024), 10_000);
        database.close();
        assertThatThrownBy(database::open).isInstanceOf(SQLException.class).hasMessage("the database is closed");
    }

    @Test
    void writeWhoseResultExceedsALimitSaysThatItMayHaveTakenEffect() {
        calls.reconfigure(TestAdapters.sqlite(Access.ReadWrite), values(":memory:"));
        sql("CREATE TABLE many (id INTEGER)");
        var insert = "INSERT INTO many WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)"
                + " SELECT i FROM n RETURNING id";
        assertThat(sql(insert))
                .startsWith("result: the result has more than")
                .endsWith("; whether the statement took effect is unknown");
    }

    private void memory(Access access) {
        calls.reconfigure(TestAdapters.sqlite(access), values(":memory:"));
    }

    private void file(String url, Access access) {
        calls.reconfigure(TestAdapters.sqlite(access), values(url));
    }

    private static Map<ValueKey, String> values(String url) {
        return Map.of(
                TestAdapters.URL,
                url,
                TestAdapters.INIT_SQL,
                "CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, name TEXT);"
                        + "INSERT OR IGNORE INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three');");
    }

    private String sql(String sql) {
        return calls.run(Dialect.SQLITE, sql);
    }
}
