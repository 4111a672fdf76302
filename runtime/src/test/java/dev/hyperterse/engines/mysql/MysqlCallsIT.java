package dev.hyperterse.engines.mysql;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static dev.hyperterse.runtime.tool.TestCalls.list;
import static dev.hyperterse.runtime.tool.TestCalls.statement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.OnlyMariaDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** How values reach MariaDB, and how calls end. */
@ExtendWith(MariaDb.class)
class MysqlCallsIT {
    private static final List<Input> INPUTS = List.of(
            input("int", InputType.INT, true),
            input("float", InputType.FLOAT, true),
            input("text", InputType.STRING, true),
            input("bool", InputType.BOOLEAN, true),
            input("when", InputType.DATETIME, true),
            input("json", InputType.OBJECT, true),
            list("numbers", InputType.INT),
            list("words", InputType.STRING));

    /** Half an hour of counting; {@code sleep} ends with a row where MySQL's limit ends a statement. */
    private static final String ENDLESS = "SELECT count(*) AS v FROM seq_1_to_100000 a JOIN seq_1_to_100000 b"
            + " JOIN seq_1_to_2000 c WHERE a.seq + b.seq + c.seq < 0";

    private static MariaDbDatabase database;
    private static TestCalls calls;
    private static TestCalls writer;

    @BeforeAll
    static void connect(MariaDbDatabase empty) {
        database = empty;
        database.numbers(2_000, 100_000);
        database.execute(
                "SET SESSION time_zone = '+00:00'",
                "CREATE TABLE t (id INT, big BIGINT UNSIGNED, u CHAR(36), m ENUM('sad', 'happy'), d DATE, at DATETIME(6),"
                        + " ts TIMESTAMP NULL, j JSON, paid BOOLEAN, price DECIMAL(20,4), name VARCHAR(20))",
                "INSERT INTO t VALUES (1, 9007199254740993, 'a3bb189e-8bf9-3888-9912-ace4e6543002', 'happy', '2025-01-02',"
                        + " '2025-01-02 08:00:00.5', '2025-01-02 08:00:00', '{\"a\":1}', TRUE, 1.5, 'one'),"
                        + " (2, 2, NULL, NULL, NULL, NULL, NULL, NULL, FALSE, NULL, 'two')",
                "CREATE TABLE written (text LONGTEXT CHARACTER SET utf8mb4, document JSON)");
        calls = TestCalls.on(TestAdapters.mysql(Access.ReadOnly), TestAdapters.values(database));
        writer = TestCalls.on(TestAdapters.mysql(Access.ReadWrite), TestAdapters.values(database));
    }

    @AfterAll
    static void disconnect() {
        calls.close();
        writer.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SELECT id AS v FROM t WHERE id = <int>                         | {"int": 1}                     | [{"v":1}]
            SELECT id AS v FROM t WHERE big = <int>                        | {"int": 9007199254740993}      | [{"v":1}]
            SELECT left('hello', <int>) AS v                               | {"int": 2}                     | [{"v":"he"}]
            SELECT id AS v FROM t ORDER BY id LIMIT <int>                  | {"int": 1}                     | [{"v":1}]
            SELECT id AS v FROM t WHERE name = <text>                      | {"text": "one"}                | [{"v":1}]
            SELECT id AS v FROM t WHERE id = <text>                        | {"text": "1"}                  | [{"v":1}]
            SELECT <int> + 1 AS v                                          | {"int": "41"}                  | [{"v":42}]
            SELECT <int> AS v                                              | {"int": -9223372036854775808}  | [{"v":-9223372036854775808}]
            SELECT count(*) AS v FROM t WHERE id = <int>                   | {}                             | [{"v":0}]
            SELECT id AS v FROM t WHERE price = <float>                    | {"float": 1.5}                 | [{"v":1}]
            SELECT <float> AS v                                            | {"float": 0.10000000000000000001} | [{"v":0.10000000000000000001}]
            SELECT id AS v FROM t WHERE u = <text>                         | {"text": "a3bb189e-8bf9-3888-9912-ace4e6543002"} | [{"v":1}]
            SELECT id AS v FROM t WHERE m = <text>                         | {"text": "happy"}              | [{"v":1}]
            SELECT id AS v FROM t WHERE d = <when>                         | {"when": "2025-01-02"}         | [{"v":1}]
            SELECT id AS v FROM t WHERE at = <when>                        | {"when": "2025-01-02T10:00:00.5+02:00"} | [{"v":1}]
            SELECT id AS v FROM t WHERE at = <when>                        | {"when": "2025-01-02T08:00:00.500000999Z"} | [{"v":1}]
            SELECT id AS v FROM t WHERE ts = <when>                        | {"when": "2025-01-02T08:00:00Z"} | [{"v":1}]
            SELECT id AS v FROM t WHERE ts = <when>                        | {"when": "2025-01-02 08:00:00"} | [{"v":1}]
            SELECT json_unquote(json_extract(<json>, '$.a')) AS v          | {"json": {"a": 1}}             | [{"v":"1"}]
            SELECT <text> AS v                                             | {"text": "it's \\"q\\" -- \\\\"}  | [{"v":"it's \\"q\\" -- \\\\"}]
            SELECT <text> AS v                                             | {}                             | [{"v":null}]
            SELECT <text> IS NULL AS v                                     | {}                             | [{"v":1}]
            SELECT id AS v FROM t WHERE paid = <bool>                      | {"bool": true}                 | [{"v":1}]
            SELECT NOT <bool> AS v                                         | {"bool": true}                 | [{"v":0}]
            SELECT id AS v FROM t WHERE id IN <numbers> ORDER BY id        | {"numbers": [1, 2, 3]}         | [{"v":1},{"v":2}]
            SELECT id AS v FROM t WHERE name IN <words>                    | {"words": ["one", "a,\\"}{", "NULL"]} | [{"v":1}]
            SELECT count(*) AS v FROM t WHERE id NOT IN <numbers>          | {"numbers": []}                | [{"v":2}]
            SELECT count(*) AS v FROM t WHERE id IN <numbers>              | {}                             | [{"v":0}]
            """)
    void valuesAreBoundWithTheirTypes(String sql, String arguments, String rows) {
        var tool = calls.tool(INPUTS, statement(Dialect.MYSQL, sql, INPUTS));
        // Twice: the second time on a statement that is held open and whose columns are known.
        assertThat(calls.run(tool, arguments)).isEqualTo(rows);
        assertThat(calls.run(tool, arguments)).isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "' OR '1'='1",
                "\" OR \"\"=\"",
                "\\' OR 1=1 -- ",
                "\\\\' OR 1=1 #",
                "x'; DROP TABLE written; -- ",
                "/*! DROP TABLE written */",
                "/*M! 1 */",
                "*/ 1 /*",
                "`; SELECT 1; `",
                "\u0000",
                "a\u0000b'",
                "\u00bf\u0027 OR 1=1",
                "\u8a9e'\u5c5c",
                "%_\\%",
                "?",
                "{fn now()}",
                "{{ inputs.text }}",
                "\ud83d\ude00'",
                "0x27",
                "@@version",
                "\u001a",
                "LOAD_FILE('/etc/passwd')"
            })
    void hostileTextArrivesUnchanged(String text) {
        var insert =
                writer.tool(INPUTS, statement(Dialect.MYSQL, "INSERT INTO written (text) VALUES (<text>)", INPUTS));
        var select = writer.tool(
                INPUTS,
                statement(Dialect.MYSQL, "SELECT text AS v, <text> AS w FROM written WHERE text = <text>", INPUTS));
        var arguments = JsonMapper.shared().writeValueAsString(Map.of("text", text));
        database.execute("DELETE FROM written");
        var inserted = writer.run(insert, arguments);
        if (text.indexOf('\u0000') >= 0) {
            assertThat(inserted).startsWith("validation: ");
            return;
        }
        assertThat(inserted).isEqualTo("[{\"affected\":1}]");
        assertThat(JsonMapper.shared().readTree(writer.run(select, arguments)))
                .isEqualTo(JsonMapper.shared().valueToTree(List.of(Map.of("v", text, "w", text))));
    }

    /** The driver would put values into the text of a statement that the engine cannot prepare. */
    @Test
    void statementThatTheEngineCannotPrepareIsRefused() {
        var tool = writer.tool(INPUTS, statement(Dialect.MYSQL, "PREPARE s FROM 'SELECT 1'", INPUTS));
        assertThat(writer.run(tool, "{}"))
                .isEqualTo("execution: This command is not supported in the prepared statement protocol yet"
                        + " (SQLSTATE HY000)");
        var wrong = writer.tool(INPUTS, statement(Dialect.MYSQL, "SELECT <text> AS v FROM missing", INPUTS));
        assertThat(writer.run(wrong, "{\"text\": \"x\"}")).contains("doesn't exist");
        var before = executions();
        var right = writer.tool(INPUTS, statement(Dialect.MYSQL, "SELECT <text> AS v", INPUTS));
        assertThat(writer.run(right, "{\"text\": \"x\"}")).isEqualTo("[{\"v\":\"x\"}]");
        assertThat(executions()).isGreaterThan(before);
    }

    private static long executions() {
        return database.status("Com_stmt_execute");
    }

    @Test
    void writeReportsTheMatchedRows() {
        database.execute(
                "DROP TABLE IF EXISTS items",
                "CREATE TABLE items (id INT PRIMARY KEY, n INT)",
                "INSERT INTO items VALUES (1, 1), (2, 2)");
        assertThat(writer.run(Dialect.MYSQL, "UPDATE items SET n = 1")).isEqualTo("[{\"affected\":2}]");
        assertThat(writer.run(Dialect.MYSQL, "DELETE FROM items WHERE id = 7")).isEqualTo("[{\"affected\":0}]");
        assertThat(writer.run(Dialect.MYSQL, "INSERT INTO items VALUES (1, 1)"))
                .isEqualTo("execution: Duplicate entry '1' for key '%sPRIMARY' (SQLSTATE 23000)"
                        .formatted(database.isMysql() ? "items." : ""));
    }

    @Test
    @OnlyMariaDb
    void writeWithTooManyRowsTookEffect() {
        database.execute("DROP TABLE IF EXISTS items", "CREATE TABLE items (id INT, v LONGTEXT)");
        var few = TestAdapters.mysql(Access.ReadWrite, 2, 10_000, 2);
        try (var bounded = TestCalls.on(few, TestAdapters.values(database))) {
            assertThat(bounded.run(Dialect.MYSQL, "INSERT INTO items (id) VALUES (1), (2), (3) RETURNING id"))
                    .isEqualTo("result: the result has more than 2 rows; the statement took effect");
        }
        assertThat(database.query("SELECT count(*) FROM items")).isEqualTo("3");
    }

    @Test
    @OnlyMariaDb
    void writeWhoseRowsExceedTheResultTookEffect() {
        database.execute("DROP TABLE IF EXISTS items", "CREATE TABLE items (id INT, v LONGTEXT)");
        assertThat(writer.run(
                        Dialect.MYSQL,
                        "INSERT INTO items VALUES (1, repeat('x', 600000)), (2, repeat('x', 600000)) RETURNING v"))
                .startsWith("result: the result is larger than")
                .endsWith("; the statement took effect");
        assertThat(database.query("SELECT count(*) FROM items")).isEqualTo("2");
    }

    /** The row was not read, so the connection is closed, and the engine may roll back what it cannot send. */
    @Test
    @OnlyMariaDb
    void writeWithoutABufferForItsRowsHasAnUnknownEffect() {
        database.execute("DROP TABLE IF EXISTS items", "CREATE TABLE items (id INT, v LONGTEXT)");
        try (var poor = new TestCalls(Path.of("."), new BufferBudget(128 * 1024))) {
            poor.reconfigure(TestAdapters.mysql(Access.ReadWrite), TestAdapters.values(database));
            assertThat(poor.run(Dialect.MYSQL, "INSERT INTO items VALUES (1, repeat('x', 900000)) RETURNING v"))
                    .startsWith("execution: the call needs more than the 131072 bytes")
                    .endsWith("; whether the statement took effect is unknown");
        }
    }

    @Test
    void engineEndsASlowStatement() {
        var brief = TestAdapters.mysql(Access.ReadWrite, 2, 5_000, 100);
        try (var impatient = TestCalls.on(brief, TestAdapters.values(database))) {
            // The second by which the engine comes first is not for code that runs for the first time.
            assertThat(impatient.run(Dialect.MYSQL, "SELECT 0 AS v")).isEqualTo("[{\"v\":0}]");
            assertThat(impatient.run(Dialect.MYSQL, ENDLESS))
                    .isEqualTo(
                            "timeout: the statement took longer than its adapter allows and was cancelled (adapters[].statementTimeout: 5s)");
            assertThat(impatient.run(Dialect.MYSQL, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
        }
    }

    @Test
    void cancelledCallEndsItsStatementInTheEngine() throws Exception {
        var tool = calls.tool(List.of(), statement(Dialect.MYSQL, "SELECT sleep(31) AS v", List.of()));
        try (var scope = CallScope.open(calls.deadlines(), 60_000);
                var out = calls.budget().open(TestCalls.MAX_RESULT)) {
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> outcome.complete(TestCalls.run(tool, "{}", scope, out)));
            await(() -> running("SELECT sleep(31)%").equals("1"));
            scope.end(CallScope.End.CLIENT);
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo("cancelled: the call was cancelled");
        }
        await(() -> running("SELECT sleep(31)%").equals("0"));
    }

    @Test
    void deadlineEndsACallWithEndlessRows() {
        var tool = calls.tool(
                List.of(),
                statement(Dialect.MYSQL, "SELECT seq, sleep(0.005) AS s FROM seq_1_to_100000 LIMIT 100000", List.of()));
        assertThat(calls.run(tool, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(300)))
                .isEqualTo("timeout: the call took too long and was cancelled");
        await(() -> running("SELECT seq, sleep(0.005)%").equals("0"));
        assertThat(calls.budget().used()).isZero();
    }

    private static String running(String like) {
        return database.query(
                "SELECT count(*) FROM information_schema.processlist WHERE db = database() AND info LIKE '" + like
                        + "' AND command IN ('Execute', 'Query') AND id <> connection_id()");
    }

    /** Memory for rows is reserved as they arrive, and released as they are written. */
    @Test
    void rowsAreChargedToTheBudgetAsTheyAreRead() {
        try (var small = new TestCalls(Path.of("."), new BufferBudget(128 * 1024))) {
            small.reconfigure(TestAdapters.mysql(Access.ReadOnly, 1, 10_000, 10_000), TestAdapters.values(database));
            assertThat(small.run(Dialect.MYSQL, "SELECT repeat('x', 900000) AS v"))
                    .contains("needs more than the 131072");
            assertThat(small.run(Dialect.MYSQL, "SELECT sum(length(v)) AS n FROM (SELECT repeat('x', 900000) AS v) x"))
                    .isEqualTo("[{\"n\":900000}]");
            // 2 MB of rows, of which one at a time is held; the answer itself is what does not fit.
            assertThat(small.run(Dialect.MYSQL, "SELECT seq AS v FROM seq_1_to_2000"))
                    .hasSizeGreaterThan(20_000);
            assertThat(small.budget().used()).isZero();
        }
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition holds in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
