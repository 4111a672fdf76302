package dev.hyperterse.runtime.connector.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.adapter.AdapterState;
import dev.hyperterse.runtime.connector.TestAdapters;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.LinkedTool;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.PostgresDatabase;
import dev.hyperterse.testbed.PostgresServer;
import dev.hyperterse.testbed.Requirement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database that breaks, comes back, or is entered with other credentials. It has a server of its own to break. */
class PostgresOutageIT {
    private static final String ONE = "SELECT 1 AS v";
    private static final String ROW = "[{\"v\":1}]";
    private static final String WAIT = "SELECT 1 AS v FROM pg_advisory_xact_lock(7)";
    private static final String UNAVAILABLE = "unavailable: adapter db unavailable";

    private PostgresServer server;
    private PostgresDatabase database;
    private TestCalls calls;

    @BeforeEach
    void start() {
        server = Requirement.fulfil(PostgresServer::create);
        database = server.createDatabase();
        calls = TestCalls.on(TestAdapters.postgres(Access.ReadOnly), TestAdapters.values(database));
    }

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    @Test
    void aRestartBetweenCallsIsNotNoticed() {
        assertThat(run()).isEqualTo(ROW);
        server.stop();
        server.start();
        assertThat(run()).isEqualTo(ROW);
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
    void aBackendThatIsTerminatedCostsNoReadOnlyCall() {
        assertThat(run()).isEqualTo(ROW);
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE application_name = 'hyperterse' AND pid <> pg_backend_pid()");
        assertThat(run()).isEqualTo(ROW);
    }

    @Test
    void aReadWhoseConnectionIsLostRunsOnceMore() throws Exception {
        try (var holder = database.connect()) {
            lock(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> outcome.complete(calls.run(Dialect.POSTGRES, WAIT)));
            terminate(awaitWaiting(""));
            awaitWaiting("");
            unlock(holder);
            assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(ROW);
        }
    }

    @Test
    void aReadWhoseConnectionIsLostTwiceIsGivenUp() throws Exception {
        try (var holder = database.connect()) {
            lock(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> outcome.complete(calls.run(Dialect.POSTGRES, WAIT)));
            var first = awaitWaiting("");
            terminate(first);
            terminate(awaitWaiting(first));
            assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(UNAVAILABLE);
        }
    }

    @Test
    void aWriteWhoseConnectionIsLostIsNotRepeatedAndTheCallerIsTold() throws Exception {
        // A sequence counts what ran, also where its transaction is rolled back.
        database.execute("CREATE SEQUENCE attempts");
        var writing = TestAdapters.postgres(Access.ReadWrite);
        try (var holder = database.connect();
                var writer = TestCalls.on(writing, TestAdapters.values(database))) {
            lock(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual()
                    .start(() -> outcome.complete(
                            writer.run(Dialect.POSTGRES, "SELECT nextval('attempts') AS n, pg_advisory_lock(7)")));
            terminate(awaitWaiting(""));
            assertThat(outcome.get(30, TimeUnit.SECONDS))
                    .isEqualTo("execution: the connection of adapter db was lost while the statement ran; "
                            + "whether it took effect is unknown");
            unlock(holder);
            assertThat(database.query("SELECT last_value FROM attempts")).isEqualTo("1");
            assertThat(writer.run(Dialect.POSTGRES, ONE)).isEqualTo(ROW);
        }
    }

    @Test
    void writeAfterARestartRunsOnceOnANewConnection() {
        database.execute("CREATE TABLE written (id int)");
        try (var writer = TestCalls.on(TestAdapters.postgres(Access.ReadWrite), TestAdapters.values(database))) {
            for (var restart = 1; restart < 4; restart++) {
                assertThat(writer.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1)"))
                        .isEqualTo("[{\"affected\":1}]");
                server.stop();
                server.start();
                assertThat(writer.run(Dialect.POSTGRES, "INSERT INTO written VALUES (2)"))
                        .isEqualTo("[{\"affected\":1}]");
                assertThat(database.query("SELECT count(*) FROM written")).isEqualTo(Integer.toString(2 * restart));
            }
        }
    }

    @Test
    void writeWhoseIdleConnectionTheEngineEndedRunsOnANewOne() {
        database.execute("CREATE TABLE written (id int)");
        try (var writer = TestCalls.on(TestAdapters.postgres(Access.ReadWrite), TestAdapters.values(database))) {
            for (var number = 1; number < 20; number++) {
                database.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                        + " WHERE application_name = 'hyperterse' AND pid <> pg_backend_pid()");
                assertThat(writer.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1)"))
                        .isEqualTo("[{\"affected\":1}]");
            }
            assertThat(database.query("SELECT count(*) FROM written")).isEqualTo("19");
        }
    }

    private static void lock(Connection holder) throws SQLException {
        try (var statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(7)");
        }
    }

    private static void unlock(Connection holder) throws SQLException {
        try (var statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_unlock(7)");
        }
    }

    /** The process that waits for the lock, once there is one that is not {@code other}. */
    private String awaitWaiting(String other) {
        var waiting = "SELECT coalesce(max(pid)::text, '') FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                + " AND pid::text <> '" + other + "'";
        await(() -> !database.query(waiting).isEmpty());
        return database.query(waiting);
    }

    private void terminate(String process) {
        database.query("SELECT pg_terminate_backend(" + process + ", 10000)");
    }

    @Test
    void aSilentDatabaseHoldsACallNoLongerThanItsDeadline() {
        assertThat(run()).isEqualTo(ROW);
        server.pause();
        try {
            var tool = calls.tool(List.of(), TestCalls.statement(Dialect.POSTGRES, ONE, List.of()));
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
        var tool = calls.tool(List.of(), TestCalls.statement(Dialect.POSTGRES, ONE, List.of()));
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
        var slow = calls.tool(
                List.of(), TestCalls.statement(Dialect.POSTGRES, "SELECT 1 AS v FROM pg_sleep(60)", List.of()));
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
        try (var others = TestCalls.on(TestAdapters.postgres(Access.ReadOnly), wrong)) {
            assertThat(others.run(Dialect.POSTGRES, ONE)).isEqualTo(UNAVAILABLE);
            var state = others.adapters().states().getFirst();
            assertThat(state.status()).isEqualTo(AdapterState.Status.DOWN);
            assertThat(state.message()).contains("authentication failed");
        }
    }

    @Test
    void changedCredentialsTakeOverWithoutAFailedCall() throws InterruptedException {
        database.execute("CREATE ROLE app LOGIN PASSWORD 'first'");
        calls.reconfigure(TestAdapters.postgres(Access.ReadOnly), credentials("app", "first"));
        await(() -> user().equals("app"));
        var failed = new AtomicBoolean();
        var over = new AtomicBoolean();
        List<Thread> load = new ArrayList<>();
        for (var caller = 0; caller < 4; caller++) {
            load.add(Thread.ofVirtual().unstarted(() -> {
                while (!over.get() && !failed.get()) {
                    failed.set(!run().equals(ROW));
                }
            }));
        }
        database.execute("ALTER ROLE app PASSWORD 'second'");
        // Connections live on when their password changes; only new ones need the new one. The callers share what is
        // there: nobody can connect any more.
        load.forEach(Thread::start);
        calls.reconfigure(TestAdapters.postgres(Access.ReadOnly), credentials("app", "wrong"));
        // The old ones may say first that they find no new connection either.
        var told = new AdapterState(
                TestCalls.ADAPTER,
                AdapterState.Status.UP,
                Optional.of("the new settings do not work: authentication failed"));
        await(() -> state().equals(told));
        database.execute("CREATE ROLE app2 LOGIN PASSWORD 'third'");
        calls.reconfigure(TestAdapters.postgres(Access.ReadOnly), credentials("app2", "third"));
        await(() -> user().equals("app2"));
        over.set(true);
        for (var caller : load) {
            caller.join();
        }
        assertThat(failed).isFalse();
        await(() -> connectionsOf("app").equals("0"));
    }

    @Test
    void anotherAddressIsUsedAtOnce() {
        var other = server.createDatabase();
        assertThat(calls.run(Dialect.POSTGRES, "SELECT current_database() AS v"))
                .contains(database.name());
        calls.reconfigure(TestAdapters.postgres(Access.ReadOnly), TestAdapters.values(other));
        assertThat(calls.run(Dialect.POSTGRES, "SELECT current_database() AS v"))
                .contains(other.name());
    }

    @Test
    void theSameSettingsKeepTheirConnections() {
        var pid = calls.run(Dialect.POSTGRES, "SELECT pg_backend_pid() AS v");
        calls.reconfigure(TestAdapters.postgres(Access.ReadOnly), TestAdapters.values(database));
        assertThat(calls.run(Dialect.POSTGRES, "SELECT pg_backend_pid() AS v")).isEqualTo(pid);
    }

    private Map<ValueKey, String> credentials(String username, String password) {
        return TestAdapters.values(database.as(username, password));
    }

    private String run() {
        return calls.run(Dialect.POSTGRES, ONE);
    }

    private String user() {
        return calls.run(Dialect.POSTGRES, "SELECT current_user AS v").replaceAll("\\[\\{\"v\":\"(.*)\"}]", "$1");
    }

    private String connectionsOf(String role) {
        return database.query("SELECT count(*) FROM pg_stat_activity WHERE usename = '" + role + "'");
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
