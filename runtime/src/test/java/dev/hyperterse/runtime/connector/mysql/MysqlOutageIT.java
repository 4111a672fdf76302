package dev.hyperterse.runtime.connector.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.adapter.AdapterState;
import dev.hyperterse.runtime.connector.TestAdapters;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.LinkedTool;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.MariaDbDatabase;
import dev.hyperterse.testbed.MariaDbServer;
import dev.hyperterse.testbed.Requirement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database that breaks, comes back, or is entered with other credentials. It has a server of its own to break. */
class MysqlOutageIT {
    private static final String ONE = "SELECT 1 AS v";
    private static final String ROW = "[{\"v\":1}]";
    private static final String UNAVAILABLE = "unavailable: adapter db unavailable";

    private MariaDbServer server;
    private MariaDbDatabase database;
    private TestCalls calls;
    private TestCalls writer;

    @BeforeEach
    void start() {
        server = Requirement.fulfil(MariaDbServer::create);
        database = server.createDatabase();
        database.execute("CREATE TABLE written (id INT)");
        calls = TestCalls.on(TestAdapters.mysql(Access.ReadOnly), TestAdapters.values(database));
        writer = TestCalls.on(TestAdapters.mysql(Access.ReadWrite), TestAdapters.values(database));
    }

    @AfterEach
    void stop() {
        calls.close();
        writer.close();
        server.close();
    }

    @Test
    void aRestartBetweenCallsIsNotNoticed() {
        for (var restart = 1; restart < 3; restart++) {
            assertThat(run()).isEqualTo(ROW);
            assertThat(write()).isEqualTo("[{\"affected\":1}]");
            server.stop();
            server.start();
            assertThat(run()).isEqualTo(ROW);
            assertThat(write()).isEqualTo("[{\"affected\":1}]");
            assertThat(database.query("SELECT count(*) FROM written")).isEqualTo(Integer.toString(2 * restart));
        }
        assertThat(state().status()).isEqualTo(AdapterState.Status.UP);
    }

    @Test
    void whileItIsDownCallsFailWithTheAdaptersNameAndAfterwardsTheyWorkAgain() {
        assertThat(run()).isEqualTo(ROW);
        server.stop();
        assertThat(run()).isEqualTo(UNAVAILABLE);
        assertThat(state().message()).contains("the database cannot be reached");
        server.start();
        await(() -> run().equals(ROW));
        await(() -> state().status() == AdapterState.Status.UP);
    }

    @Test
    void aReadWhoseConnectionIsLostRunsOnceMore() throws Exception {
        try (var holder = database.connect()) {
            hold(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> outcome.complete(calls.run(Dialect.MYSQL, "SELECT get_lock('l', 20) AS v")));
            var first = awaitWaiting("0");
            database.execute("KILL " + first);
            awaitWaiting(first);
            release(holder);
            assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(ROW);
        }
    }

    @Test
    void aWriteWhoseConnectionIsLostIsNotRepeatedAndTheCallerIsTold() throws Exception {
        try (var holder = database.connect()) {
            hold(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual()
                    .start(() -> outcome.complete(
                            writer.run(Dialect.MYSQL, "INSERT INTO written VALUES (get_lock('l', 20))")));
            database.execute("KILL " + awaitWaiting("0"));
            assertThat(outcome.get(30, TimeUnit.SECONDS))
                    .isEqualTo("execution: the connection of adapter db was lost while the statement ran; "
                            + "whether it took effect is unknown");
            release(holder);
        }
        // The engine may have finished it before it ended the connection; it was not sent again.
        assertThat(database.query("SELECT count(*) FROM written")).isIn("0", "1");
        assertThat(write()).isEqualTo("[{\"affected\":1}]");
    }

    @Test
    void writeWhoseIdleConnectionTheEngineEndedRunsOnANewOne() {
        for (var call = 1; call <= 20; call++) {
            assertThat(write()).isEqualTo("[{\"affected\":1}]");
            endConnections();
            assertThat(write()).as("call %d".formatted(call)).isEqualTo("[{\"affected\":1}]");
            assertThat(database.query("SELECT count(*) FROM written")).isEqualTo(Integer.toString(2 * call));
        }
    }

    /** Those of the adapters; returns when the engine has closed them. */
    private void endConnections() {
        var others = "FROM information_schema.processlist WHERE db = '%s' AND id <> connection_id()"
                .formatted(database.name());
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            try (var ids = statement.executeQuery("SELECT group_concat('KILL ', id SEPARATOR ';') " + others)) {
                ids.next();
                for (var kill : ids.getString(1).split(";")) {
                    connection.createStatement().execute(kill);
                }
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void aSilentDatabaseHoldsACallNoLongerThanItsDeadline() {
        assertThat(run()).isEqualTo(ROW);
        server.pause();
        try {
            var tool = calls.tool(List.of(), TestCalls.statement(Dialect.MYSQL, ONE, List.of()));
            assertThat(calls.run(tool, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(200)))
                    .isEqualTo("timeout: the call took too long and was cancelled");
        } finally {
            server.resume();
        }
        await(() -> run().equals(ROW));
    }

    @Test
    void aSilentDatabaseWithOneToolFailsItsCallsAtOnceAfterAWhile() {
        assertThat(run()).isEqualTo(ROW);
        var tool = calls.tool(List.of(), TestCalls.statement(Dialect.MYSQL, ONE, List.of()));
        server.pause();
        try {
            await(() -> shortly(tool).startsWith(UNAVAILABLE));
            assertThat(state().status()).isEqualTo(AdapterState.Status.DOWN);
        } finally {
            server.resume();
        }
        await(() -> run().equals(ROW));
    }

    @Test
    void aSlowStatementOfADatabaseThatAnswersOpensNoCircuit() {
        var slow = calls.tool(List.of(), TestCalls.statement(Dialect.MYSQL, "SELECT sleep(60) AS v", List.of()));
        for (var call = 0; call < 20; call++) {
            assertThat(shortly(slow)).startsWith("timeout: ");
        }
        assertThat(calls.adapters().openCircuits()).containsEntry(TestCalls.ADAPTER, false);
        assertThat(run()).isEqualTo(ROW);
    }

    private String shortly(LinkedTool tool) {
        return calls.run(tool, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(200));
    }

    @Test
    void anAdapterThatNeverConnectedFailsOnlyItsCallsAndTellsNoSecret() {
        var wrong = new HashMap<>(TestAdapters.values(database));
        wrong.put(TestAdapters.PASSWORD, "hunter2");
        assertThat(reason(wrong)).isEqualTo("authentication failed");
        var missing = new HashMap<>(TestAdapters.values(database));
        missing.put(TestAdapters.URL, database.url() + "_missing");
        assertThat(reason(missing)).isEqualTo("the database does not exist");
        database.execute("CREATE USER stranger IDENTIFIED BY 'right'");
        assertThat(reason(TestAdapters.values(database.as("stranger", "right"))))
                .isEqualTo("authentication failed");
        var malformed = new HashMap<>(TestAdapters.values(database));
        malformed.put(TestAdapters.URL, "mysql://host/db?allowMultiQueries=true");
        assertThat(reason(malformed)).isEqualTo("the address is not mysql://host[:port]/database");
    }

    @Test
    void changedPasswordIsUsedWithoutAFailedCall() {
        database.execute("CREATE USER app IDENTIFIED BY 'first'", "GRANT SELECT ON *.* TO app");
        calls.reconfigure(TestAdapters.mysql(Access.ReadOnly), TestAdapters.values(database.as("app", "first")));
        await(() -> calls.run(Dialect.MYSQL, "SELECT current_user() AS v").equals("[{\"v\":\"app@%\"}]"));
        database.execute("ALTER USER app IDENTIFIED BY 'second'");
        calls.reconfigure(TestAdapters.mysql(Access.ReadOnly), TestAdapters.values(database.as("app", "wrong")));
        for (var call = 0; call < 20; call++) {
            assertThat(run()).isEqualTo(ROW);
        }
        calls.reconfigure(TestAdapters.mysql(Access.ReadOnly), TestAdapters.values(database.as("app", "second")));
        for (var call = 0; call < 20; call++) {
            assertThat(run()).isEqualTo(ROW);
        }
    }

    private static String reason(Map<ValueKey, String> values) {
        try (var others = TestCalls.on(TestAdapters.mysql(Access.ReadOnly), values)) {
            assertThat(others.run(Dialect.MYSQL, ONE)).isEqualTo(UNAVAILABLE);
            var state = others.adapters().states().getFirst();
            assertThat(state.status()).isEqualTo(AdapterState.Status.DOWN);
            return state.message().orElseThrow();
        }
    }

    private static void hold(Connection holder) throws SQLException {
        try (var statement = holder.createStatement()) {
            statement.execute("SELECT get_lock('l', 0)");
        }
    }

    private static void release(Connection holder) throws SQLException {
        try (var statement = holder.createStatement()) {
            statement.execute("SELECT release_lock('l')");
        }
    }

    /** The connection that waits for the lock, once there is one that is not {@code other}. */
    private String awaitWaiting(String other) {
        var waiting = "SELECT coalesce(max(id), 0) FROM information_schema.processlist WHERE state = 'User lock'"
                + " AND id <> " + other;
        await(() -> !database.query(waiting).equals("0"));
        return database.query(waiting);
    }

    private String run() {
        return calls.run(Dialect.MYSQL, ONE);
    }

    private String write() {
        return writer.run(Dialect.MYSQL, "INSERT INTO written VALUES (1)");
    }

    private AdapterState state() {
        return calls.adapters().states().getFirst();
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition holds in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
