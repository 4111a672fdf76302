package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.engines.OutageContract;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A database that breaks, comes back, or is entered with other credentials. It has a server of its own to break. */
@Order(1)
class PostgresOutageIT extends OutageContract {
    private static final String WAIT = "SELECT 1 AS v FROM pg_advisory_xact_lock(7)";

    PostgresOutageIT() {
        super(Dialect.POSTGRES, PostgresServer::create);
    }

    @Override
    protected Adapter adapter(Access access) {
        return TestAdapters.postgres(access);
    }

    @Override
    protected String sleeping() {
        return "SELECT 1 AS v FROM pg_sleep(60)";
    }

    @Test
    void restartBetweenCallsFailsNoCall() {
        assertThat(run()).isEqualTo(ROW);
        server().stop();
        server().start();
        assertThat(run()).isEqualTo(ROW);
        assertThat(state().status()).isEqualTo(AdapterState.Status.UP);
    }

    @Test
    void terminatedBackendFailsNoReadOnlyCall() {
        assertThat(run()).isEqualTo(ROW);
        database()
                .execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND application_name = 'hyperterse' AND pid <> pg_backend_pid()");
        assertThat(run()).isEqualTo(ROW);
    }

    @Test
    void readOnALostConnectionIsRepeatedOnce() throws Exception {
        try (var holder = database().connect()) {
            lock(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> outcome.complete(run(WAIT)));
            terminate(awaitWaiting(""));
            awaitWaiting("");
            unlock(holder);
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(ROW);
        }
    }

    @Test
    void readFailsAfterTwoLostConnections() throws Exception {
        try (var holder = database().connect()) {
            lock(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> outcome.complete(run(WAIT)));
            var first = awaitWaiting("");
            terminate(first);
            terminate(awaitWaiting(first));
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(UNAVAILABLE);
        }
    }

    @Test
    void writeOnALostConnectionFailsAndIsNotRepeated() throws Exception {
        // A sequence counts what ran, also where its transaction is rolled back.
        database().execute("CREATE SEQUENCE attempts");
        try (var holder = database().connect();
                var writer = calls(Access.ReadWrite)) {
            lock(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual()
                    .start(() -> outcome.complete(
                            writer.run(Dialect.POSTGRES, "SELECT nextval('attempts') AS n, pg_advisory_lock(7)")));
            terminate(awaitWaiting(""));
            assertThat(outcome.get(60, TimeUnit.SECONDS))
                    .isEqualTo("execution: the connection of adapter db was lost while the statement ran; "
                            + "whether it took effect is unknown");
            unlock(holder);
            assertThat(database().query("SELECT last_value FROM attempts")).isEqualTo("1");
            assertThat(writer.run(Dialect.POSTGRES, ONE)).isEqualTo(ROW);
        }
    }

    @Test
    void writeAfterARestartRunsOnceOnANewConnection() {
        database().execute("CREATE TABLE written (id int)");
        try (var writer = calls(Access.ReadWrite)) {
            for (var restart = 1; restart < 4; restart++) {
                assertThat(writer.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1)"))
                        .isEqualTo("[{\"affected\":1}]");
                server().stop();
                server().start();
                assertThat(writer.run(Dialect.POSTGRES, "INSERT INTO written VALUES (2)"))
                        .isEqualTo("[{\"affected\":1}]");
                assertThat(database().query("SELECT count(*) FROM written")).isEqualTo(Integer.toString(2 * restart));
            }
        }
    }

    @Test
    void writeOnAnEndedIdleConnectionUsesANewOne() {
        database().execute("CREATE TABLE written (id int)");
        try (var writer = calls(Access.ReadWrite)) {
            for (var number = 1; number < 20; number++) {
                database()
                        .execute(
                                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                                        + " WHERE datname = current_database() AND application_name = 'hyperterse' AND pid <> pg_backend_pid()");
                assertThat(writer.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1)"))
                        .isEqualTo("[{\"affected\":1}]");
            }
            assertThat(database().query("SELECT count(*) FROM written")).isEqualTo("19");
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
        await(() -> !database().query(waiting).isEmpty());
        return database().query(waiting);
    }

    private void terminate(String process) {
        database().query("SELECT pg_terminate_backend(" + process + ", 10000)");
    }

    @Test
    void unreachableAdapterFailsOnlyItsCallsAndShowsNoSecret() {
        var wrong = new HashMap<>(TestAdapters.values(database()));
        wrong.put(TestAdapters.PASSWORD, "hunter2");
        try (var others = TestCalls.on(adapter(Access.ReadOnly), wrong)) {
            assertThat(others.run(Dialect.POSTGRES, ONE)).isEqualTo(UNAVAILABLE);
            var state = others.adapters().states().getFirst();
            assertThat(state.status()).isEqualTo(AdapterState.Status.DOWN);
            assertThat(state.message()).contains("authentication failed");
        }
    }

    @Test
    void changedCredentialsFailNoCall() throws InterruptedException {
        database().execute("CREATE ROLE app LOGIN PASSWORD 'first'");
        calls().reconfigure(adapter(Access.ReadOnly), credentials("app", "first"));
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
        database().execute("ALTER ROLE app PASSWORD 'second'");
        // Open connections outlive a change of their password; only new ones need the new one. The callers share the
        // open ones, since no new one can be made.
        load.forEach(Thread::start);
        calls().reconfigure(adapter(Access.ReadOnly), credentials("app", "wrong"));
        // The former pool may report first that it gets no new connection either.
        var reported = new AdapterState(
                TestCalls.ADAPTER,
                AdapterState.Status.UP,
                Optional.of("the new settings do not work: authentication failed"));
        await(() -> state().equals(reported));
        database().execute("CREATE ROLE app2 LOGIN PASSWORD 'third'");
        calls().reconfigure(adapter(Access.ReadOnly), credentials("app2", "third"));
        await(() -> user().equals("app2"));
        over.set(true);
        for (var caller : load) {
            caller.join();
        }
        assertThat(failed).isFalse();
        await(() -> connectionsOf("app").equals("0"));
    }

    @Test
    void newAddressIsUsedAtOnce() {
        var other = server().createDatabase();
        assertThat(run("SELECT current_database() AS v")).contains(database().name());
        calls().reconfigure(adapter(Access.ReadOnly), TestAdapters.values(other));
        assertThat(run("SELECT current_database() AS v")).contains(other.name());
    }

    @Test
    void equalSettingsKeepTheirConnections() {
        var pid = run("SELECT pg_backend_pid() AS v");
        calls().reconfigure(adapter(Access.ReadOnly), TestAdapters.values(database()));
        assertThat(run("SELECT pg_backend_pid() AS v")).isEqualTo(pid);
    }

    private Map<ValueKey, String> credentials(String username, String password) {
        return TestAdapters.values(database().as(username, password));
    }

    private String user() {
        return run("SELECT current_user AS v").replaceAll("\\[\\{\"v\":\"(.*)\"}]", "$1");
    }

    private String connectionsOf(String role) {
        return database().query("SELECT count(*) FROM pg_stat_activity WHERE usename = '" + role + "'");
    }
}
