package dev.hyperterse.engines.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SQLite runs inside of the process: limits of its memory and time, whatever a statement does. */
@Timeout(120)
class SqliteBoundsIT {
    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

    @TempDir
    private Path data;

    private TestCalls calls;

    @AfterEach
    void close() {
        if (calls != null) {
            calls.close();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT hex(zeroblob(10000000)) AS v                           | result: a value of the statement is larger than this server allows
            SELECT length(hex(zeroblob(10000000))) AS v                   | result: a value of the statement is larger than this server allows
            SELECT group_concat(hex(zeroblob(100000)), '') AS v FROM t, t AS a, t AS b | result: a value of the statement is larger than this server allows
            SELECT 'a' LIKE hex(zeroblob(251)) AS v                       | execution: LIKE or GLOB pattern too complex (SQLITE_ERROR)
            SELECT 'a' GLOB hex(zeroblob(251)) AS v                       | execution: LIKE or GLOB pattern too complex (SQLITE_ERROR)
            """)
    void engineRefusesValuesLargerThanAResult(String sql, String refusal) {
        memory();
        assertThat(calls.run(Dialect.SQLITE, sql)).isEqualTo(refusal);
    }

    @Test
    void inMemoryDatabaseStaysWithinItsLimit() throws SQLException {
        var adapter = adapter(10_000, Access.ReadWrite, Map.of());
        var values = new ValueSet("test", Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, ""));
        var settings = SqliteSettings.of(adapter, (Engine.Sqlite) adapter.engine(), values, data, 1024 * 1024);
        var database = new SqliteDatabase(settings, 10_000);
        try (var connection = database.open();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE grown AS SELECT zeroblob(100000) AS v");
            assertThatThrownBy(() -> {
                        for (var doubling = 0; doubling < 6; doubling++) {
                            statement.execute("INSERT INTO grown SELECT zeroblob(100000) FROM grown");
                        }
                    })
                    .hasMessageContaining("full");
        } finally {
            database.close();
        }
    }

    @Test
    void endlessInitialSqlEndsAfterTheStatementTimeout() {
        calls = TestCalls.on(
                adapter(3_000, Access.ReadOnly, Map.of()),
                Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, ENDLESS));
        // Either ends first where the machine is busy: the call, or the preparation that it waits for.
        assertThat(run("SELECT 1", Duration.ofMillis(50))).containsPattern("^(timeout|unavailable)");
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (calls.adapters().states().getFirst().message().isEmpty()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(calls.adapters().states().getFirst().message())
                .hasValue("initSql took longer than statementTimeout");
    }

    @Test
    void callBehindEndlessInitialSqlTimesOut() {
        endlessInitialSql();
        assertThat(run("SELECT 1 AS v", Duration.ofMillis(200)))
                .isEqualTo("timeout: the call took too long and was cancelled");
    }

    /** The thread of the engine holds the values until the engine returns. */
    @Test
    void abandonedOperationKeepsItsMemory() {
        endlessInitialSql();
        var parameter = new Segment.Parameter(new Value.Whole(new Reference.Input("q")), ParameterType.TEXT);
        var tool = calls.tool(
                List.of(TestCalls.input("q", InputType.STRING, true)),
                new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text("SELECT "), parameter)));
        var large = "{\"q\":\"" + "x".repeat(500_000) + "\"}";
        // A call that is held up until its deadline has passed binds no value.
        do {
            assertThat(calls.run(tool, large, ResultBuffer.Form.PLAIN, Duration.ofMillis(200)))
                    .startsWith("timeout");
        } while (calls.budget().used() <= 500_000);

        calls.close();
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (calls.budget().used() > 0) {
            assertThat(System.nanoTime()).as("memory is released in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    @Test
    void endlessInitialSqlEndsWhenTheAdapterIsClosed() {
        endlessInitialSql();
        assertThat(run("SELECT 1 AS v", Duration.ofMillis(200))).startsWith("timeout");
        calls.close();
        assertThat(calls.adapters().states()).isEmpty();
    }

    @Test
    void callBlockedByALockedFileReleasesItsSlotOnTimeout() throws SQLException {
        calls = new TestCalls(data);
        calls.reconfigure(
                withOneConnection(adapter(600_000, Access.ReadWrite, Map.of("busyTimeout", "600000"))),
                Map.of(TestAdapters.URL, "shop.db", TestAdapters.INIT_SQL, "CREATE TABLE IF NOT EXISTS t (id INT)"));
        assertThat(calls.run(Dialect.SQLITE, "INSERT INTO t VALUES (1)")).isEqualTo("[{\"affected\":1}]");
        try (var holder = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("shop.db"));
                var statement = holder.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            for (var call = 0; call < 4; call++) {
                assertThat(stopped("INSERT INTO t VALUES (2)", Duration.ofMillis(100)))
                        .isEqualTo("timeout: the call took too long and was cancelled; nothing was changed");
            }
            assertThat(calls.run(Dialect.SQLITE, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
            statement.execute("ROLLBACK");
        }
        assertThat(calls.run(Dialect.SQLITE, "SELECT count(*) AS v FROM t")).isEqualTo("[{\"v\":1}]");
    }

    /** Another connection would wait for the lock, as soon as it reads the schema. */
    @Test
    void lateProbeTakesNoConnectionFromACallAndPutsNoneBeforeIt() throws Exception {
        calls = new TestCalls(data);
        calls.reconfigure(
                withOneConnection(adapter(600_000, Access.ReadWrite, Map.of("busyTimeout", "600000"))),
                Map.of(TestAdapters.URL, "shop.db", TestAdapters.INIT_SQL, "CREATE TABLE IF NOT EXISTS t (id INT)"));
        assertThat(calls.run(Dialect.SQLITE, "INSERT INTO t VALUES (1)")).isEqualTo("[{\"affected\":1}]");
        var adapter = calls.settings().adapters().get("db");
        var enough = new AtomicBoolean();
        var probes = Thread.ofPlatform().start(() -> {
            while (!enough.get()) {
                adapter.probe();
            }
        });
        try (var holder = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("shop.db"));
                var statement = holder.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            for (var call = 0; call < 50; call++) {
                assertThat(stopped("INSERT INTO t VALUES (2)", Duration.ofMillis(10)))
                        .startsWith("timeout");
                assertThat(calls.run(Dialect.SQLITE, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
            }
            statement.execute("ROLLBACK");
        } finally {
            enough.set(true);
            probes.join();
        }
    }

    @Test
    void stoppedWriteReportsThatNothingWasChanged() {
        calls = TestCalls.on(
                adapter(600_000, Access.ReadWrite, Map.of()),
                Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, "CREATE TABLE t (id INT)"));
        assertThat(calls.run(Dialect.SQLITE, "INSERT INTO t VALUES (1)")).isEqualTo("[{\"affected\":1}]");
        for (var returning : List.of("", " RETURNING id")) {
            assertThat(stopped(
                            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n) "
                                    + "INSERT INTO t SELECT i FROM n WHERE i % 1000 = 0" + returning,
                            Duration.ofMillis(200)))
                    .isEqualTo("timeout: the call took too long and was cancelled; nothing was changed");
        }
        assertThat(calls.run(Dialect.SQLITE, "SELECT count(*) AS v FROM t")).isEqualTo("[{\"v\":1}]");
    }

    @Test
    void callThatPreparesOnALockedFileReleasesItsSlotOnTimeout() throws SQLException {
        calls = new TestCalls(data);
        try (var holder = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("shop.db"));
                var statement = holder.createStatement()) {
            statement.execute("CREATE TABLE t (id INT)");
            statement.execute("BEGIN EXCLUSIVE");
            calls.reconfigure(
                    adapter(600_000, Access.ReadWrite, Map.of("busyTimeout", "600000")),
                    Map.of(TestAdapters.URL, "shop.db", TestAdapters.INIT_SQL, ""));
            // More than the adapter has connections, each of which reads the schema first.
            for (var call = 0; call < 6; call++) {
                assertThat(stopped("INSERT INTO t VALUES (2)", Duration.ofMillis(100)))
                        .isEqualTo("timeout: the call took too long and was cancelled; nothing was changed");
            }
            statement.execute("ROLLBACK");
        }
        assertThat(calls.run(Dialect.SQLITE, "SELECT count(*) AS v FROM t")).isEqualTo("[{\"v\":0}]");
    }

    private void endlessInitialSql() {
        calls = TestCalls.on(
                adapter(600_000, Access.ReadOnly, Map.of()),
                Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, ENDLESS));
    }

    private void memory() {
        calls = TestCalls.on(
                adapter(10_000, Access.ReadOnly, Map.of()),
                Map.of(
                        TestAdapters.URL,
                        ":memory:",
                        TestAdapters.INIT_SQL,
                        "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)"));
    }

    private String run(String sql, Duration timeout) {
        var tool = calls.tool(List.of(), new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text(sql))));
        return calls.run(tool, "{}", ResultBuffer.Form.PLAIN, timeout);
    }

    /**
     * A write that began before its deadline, and ended soon behind it. On a busy machine the deadline may pass before that,
     * or while the one before it still ends, and the engine may take too long to stop.
     */
    private String stopped(String sql, Duration timeout) {
        String outcome;
        do {
            outcome = run(sql, timeout);
        } while (outcome.startsWith("timeout") && !outcome.endsWith("; nothing was changed"));
        return outcome;
    }

    /** Another connection would have to read the schema first, and wait for the lock to do that. */
    private static Adapter withOneConnection(Adapter adapter) {
        var pool = adapter.pool();
        return new Adapter(
                adapter.name(),
                adapter.access(),
                new Adapter.Pool(
                        1, 1, pool.connectionTimeoutMillis(), pool.idleTimeoutMillis(), pool.maxLifetimeMillis()),
                adapter.statementTimeoutMillis(),
                adapter.maxRows(),
                adapter.engine());
    }

    private static Adapter adapter(long statementTimeout, Access access, Map<String, String> parameters) {
        var usual = TestAdapters.sqlite(access, statementTimeout, 1000);
        return new Adapter(
                usual.name(),
                access,
                usual.pool(),
                statementTimeout,
                usual.maxRows(),
                new Engine.Sqlite(TestAdapters.URL, Optional.of(TestAdapters.INIT_SQL), parameters));
    }
}
