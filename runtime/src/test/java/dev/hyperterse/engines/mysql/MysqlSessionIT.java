package dev.hyperterse.engines.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.MariaDbServer;
import dev.hyperterse.testbed.sql.OnlyMariaDb;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that a function or procedure makes to its session do not reach other calls. */
@ExtendWith(MariaDb.class)
class MysqlSessionIT {
    private MariaDbDatabase database;

    @BeforeEach
    void prepare(MariaDbDatabase empty) {
        database = empty;
        database.execute(
                "DROP TABLE IF EXISTS place",
                "CREATE TABLE place (name VARCHAR(20))",
                "INSERT INTO place VALUES ('usual')",
                "DROP FUNCTION IF EXISTS writes",
                "CREATE FUNCTION writes() RETURNS INT MODIFIES SQL DATA"
                        + " BEGIN INSERT INTO place VALUES ('forbidden'); RETURN 1; END",
                "DROP FUNCTION IF EXISTS permits",
                "CREATE FUNCTION permits() RETURNS INT BEGIN SET SESSION transaction_read_only = 0; RETURN 1; END",
                "DROP FUNCTION IF EXISTS remembers",
                "CREATE FUNCTION remembers() RETURNS INT BEGIN SET @secret = 'of another'; RETURN 1; END",
                "DROP FUNCTION IF EXISTS zones",
                "CREATE FUNCTION zones() RETURNS INT"
                        + " BEGIN SET SESSION time_zone = '+05:00', sql_select_limit = 1; RETURN 1; END",
                "DROP FUNCTION IF EXISTS quotes",
                "CREATE FUNCTION quotes() RETURNS INT" + " BEGIN SET SESSION sql_mode = 'ANSI_QUOTES'; RETURN 1; END",
                "DROP PROCEDURE IF EXISTS hides",
                "CREATE PROCEDURE hides()" + " BEGIN CREATE TEMPORARY TABLE place AS SELECT 'hidden' AS name; END",
                "DROP PROCEDURE IF EXISTS leaves",
                "CREATE PROCEDURE leaves() BEGIN START TRANSACTION; INSERT INTO place VALUES ('left'); END",
                "DROP PROCEDURE IF EXISTS leaves_and_fails",
                "CREATE PROCEDURE leaves_and_fails()"
                        + " BEGIN START TRANSACTION; INSERT INTO place VALUES ('left');"
                        + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'failed'; END",
                "DROP FUNCTION IF EXISTS remembers_and_fails",
                "CREATE FUNCTION remembers_and_fails() RETURNS INT"
                        + " BEGIN SET @secret = 'of another', SESSION time_zone = '+05:00';"
                        + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'failed'; RETURN 1; END",
                "DROP PROCEDURE IF EXISTS locks",
                "CREATE PROCEDURE locks() BEGIN SELECT get_lock('held', 0) INTO @got; END");
    }

    @Test
    void readOnlySessionIsRestoredAfterAFunctionDisabledIt() {
        try (var reader = calls(Access.ReadOnly)) {
            for (var call = 0; call < 5; call++) {
                assertThat(reader.run(Dialect.MYSQL, "SELECT permits() AS v")).isEqualTo("[{\"v\":1}]");
                assertThat(reader.run(Dialect.MYSQL, "SELECT writes() AS v"))
                        .startsWith("execution: Cannot execute statement in a READ ONLY transaction")
                        .endsWith("(SQLSTATE 25006)");
            }
        }
        assertThat(database.query("SELECT count(*) FROM place")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO place VALUES ('x')",
                "UPDATE place SET name = 'x'",
                "DELETE FROM place",
                "REPLACE INTO place VALUES ('x')",
                "TRUNCATE place",
                "DROP TABLE place",
                "ALTER TABLE place ADD x INT",
                "CREATE INDEX i ON place (name)",
                "CREATE TABLE other AS SELECT 1",
                "CALL leaves()"
            })
    void readOnlyAdapterWritesNothing(String sql) {
        try (var reader = calls(Access.ReadOnly)) {
            assertThat(reader.run(Dialect.MYSQL, sql))
                    .contains("READ ONLY transaction")
                    .contains("25006");
        }
        assertThat(database.query("SELECT group_concat(name) FROM place")).isEqualTo("usual");
    }

    @Test
    @OnlyMariaDb
    void readOnlyAdapterReturnsNothingThatItWrote() {
        readOnlyAdapterWritesNothing("INSERT INTO place VALUES ('x') RETURNING name");
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void variablesAndSettingsReachNoOtherCall(Access access) {
        try (var calls = calls(access)) {
            for (var call = 0; call < 5; call++) {
                assertThat(calls.run(Dialect.MYSQL, "SELECT remembers() AS v")).isEqualTo("[{\"v\":1}]");
                assertThat(calls.run(Dialect.MYSQL, "SELECT @secret AS v")).isEqualTo("[{\"v\":null}]");
                assertThat(calls.run(Dialect.MYSQL, "SELECT zones() AS v")).isEqualTo("[{\"v\":1}]");
                assertThat(calls.run(
                                Dialect.MYSQL,
                                "SELECT @@time_zone AS z, seq FROM (SELECT 1 AS seq UNION ALL SELECT 2) AS n"))
                        .isEqualTo("[{\"z\":\"+00:00\",\"seq\":1},{\"z\":\"+00:00\",\"seq\":2}]");
                assertThat(calls.run(Dialect.MYSQL, "SELECT quotes() AS v")).isEqualTo("[{\"v\":1}]");
                assertThat(calls.run(Dialect.MYSQL, "SELECT \"text\" AS v")).isEqualTo("[{\"v\":\"text\"}]");
            }
        }
    }

    @Test
    void temporaryTableOfAProcedureIsDroppedSoon() {
        try (var writer = calls(Access.ReadWrite)) {
            assertThat(writer.run(Dialect.MYSQL, "CALL hides()")).isEqualTo("[{\"affected\":1}]");
            awaitRows(writer, "SELECT name FROM place", "[{\"name\":\"usual\"}]");
        }
    }

    /** A caller could otherwise make a replica connect for each of its calls. */
    @ParameterizedTest
    @EnumSource(Access.class)
    void failedStatementKeepsItsConnection(Access access) {
        try (var calls = calls(access)) {
            assertThat(calls.run(Dialect.MYSQL, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
            var connection = calls.run(Dialect.MYSQL, "SELECT connection_id() AS v");
            for (var call = 0; call < 20; call++) {
                assertThat(calls.run(Dialect.MYSQL, "SELECT nothing AS v")).contains("nothing");
                assertThat(calls.run(Dialect.MYSQL, "SELECT remembers_and_fails() AS v"))
                        .isEqualTo("execution: failed (SQLSTATE 45000)");
            }
            assertThat(calls.run(Dialect.MYSQL, "SELECT connection_id() AS v")).isEqualTo(connection);
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void settingsOfAFailedFunctionReachNoOtherCall(Access access) {
        try (var calls = calls(access)) {
            for (var call = 0; call < 5; call++) {
                assertThat(calls.run(Dialect.MYSQL, "SELECT remembers_and_fails() AS v"))
                        .isEqualTo("execution: failed (SQLSTATE 45000)");
                assertThat(calls.run(Dialect.MYSQL, "SELECT @secret AS v, @@session.time_zone AS z"))
                        .isEqualTo("[{\"v\":null,\"z\":\"+00:00\"}]");
            }
        }
    }

    @Test
    void transactionOfAFailedProcedureIsRolledBackAtOnce() {
        try (var writer = calls(Access.ReadWrite)) {
            assertThat(writer.run(Dialect.MYSQL, "CALL leaves_and_fails()"))
                    .isEqualTo("execution: failed (SQLSTATE 45000)");
            // Waits for the lock of the row where the transaction is still open.
            database.execute("SET innodb_lock_wait_timeout = 20", "UPDATE place SET name = 'usual'");
            assertThat(database.query("SELECT count(*) FROM place")).isEqualTo("1");
        }
    }

    @Test
    void openTransactionOfAProcedureIsRolledBackAtOnce() {
        try (var writer = calls(Access.ReadWrite)) {
            assertThat(writer.run(Dialect.MYSQL, "CALL leaves()")).startsWith("[{\"affected\"");
            assertThat(writer.run(Dialect.MYSQL, "SELECT name FROM place")).isEqualTo("[{\"name\":\"usual\"}]");
        }
        assertThat(database.query("SELECT count(*) FROM place")).isEqualTo("1");
    }

    @Test
    void lockOfAProcedureIsReleasedSoon() {
        try (var writer = calls(Access.ReadWrite)) {
            assertThat(writer.run(Dialect.MYSQL, "CALL locks()")).startsWith("[{\"affected\"");
            awaitRows(writer, "SELECT is_free_lock('held') AS v", "[{\"v\":1}]");
        }
    }

    /** Without this, every second call would prepare its statement again. */
    @Test
    void ordinaryCallsKeepTheirPreparedStatement() {
        try (var reader = calls(Access.ReadOnly)) {
            var prepared = "SHOW SESSION STATUS LIKE 'Com_stmt_prepare'";
            reader.run(Dialect.MYSQL, prepared);
            var counts = new TreeSet<String>();
            for (var call = 0; call < 50; call++) {
                counts.add(reader.run(Dialect.MYSQL, prepared));
            }
            assertThat(counts).hasSizeLessThan(40).first().asString().contains("Com_stmt_prepare");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "ANSI"})
    void serverWithAnIncompatibleSqlModeIsRefusedWithTheReason(String mode) {
        isRefusedWithTheReason(mode);
    }

    @ParameterizedTest
    @OnlyMariaDb
    @ValueSource(strings = {"ORACLE", "MSSQL"})
    void serverThatSpeaksAnotherDialectIsRefusedWithTheReason(String mode) {
        isRefusedWithTheReason(mode);
    }

    private static void isRefusedWithTheReason(String mode) {
        try (var other = MariaDbServer.create("sql-mode=" + mode)) {
            var there = other.createDatabase();
            try (var calls = TestCalls.on(TestAdapters.mysql(Access.ReadOnly), TestAdapters.values(there))) {
                assertThat(calls.run(Dialect.MYSQL, "SELECT 1 AS v")).isEqualTo("unavailable: adapter db unavailable");
                var state = calls.adapters().states().getFirst();
                assertThat(state.status()).isEqualTo(AdapterState.Status.DOWN);
                assertThat(state.message().orElseThrow())
                        .startsWith("sql_mode ")
                        .endsWith(" changes what statements mean; remove it from the server's sql_mode");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES",
                "PIPES_AS_CONCAT,IGNORE_SPACE,PAD_CHAR_TO_FULL_LENGTH"
            })
    void otherSqlModesOfTheServerAreKept(String mode) {
        try (var other = MariaDbServer.create("sql-mode=" + mode, "autocommit=0")) {
            var there = other.createDatabase();
            try (var calls = TestCalls.on(TestAdapters.mysql(Access.ReadWrite), TestAdapters.values(there))) {
                assertThat(calls.run(Dialect.MYSQL, "SELECT @@sql_mode AS v, @@autocommit AS a"))
                        .isEqualTo("[{\"v\":\"" + mode + "\",\"a\":1}]");
            }
        }
    }

    private static void awaitRows(TestCalls calls, String sql, String rows) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        for (var now = ""; !now.equals(rows); now = calls.run(Dialect.MYSQL, sql)) {
            assertThat(System.nanoTime()).as(now).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }

    /** One connection, so that leftovers of one call would reach the next. */
    private TestCalls calls(Access access) {
        return TestCalls.on(TestAdapters.mysql(access, 1, 10_000, 100), TestAdapters.values(database));
    }
}
