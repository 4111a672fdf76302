package dev.hyperterse.engines.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.engines.OutageContract;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDbServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A database that breaks, comes back, or is entered with other credentials. It has a server of its own to break. */
@Order(1)
class MysqlOutageIT extends OutageContract {
    private static final int NO_SUCH_THREAD = 1094;

    private TestCalls writer;

    MysqlOutageIT() {
        super(Dialect.MYSQL, MariaDbServer::create);
    }

    @Override
    protected Adapter adapter(Access access) {
        return TestAdapters.mysql(access);
    }

    @Override
    protected String sleeping() {
        return "SELECT sleep(60) AS v";
    }

    @BeforeEach
    void start() {
        database().execute("CREATE TABLE written (id INT)");
        writer = calls(Access.ReadWrite);
    }

    @AfterEach
    void stop() {
        if (writer != null) {
            writer.close();
        }
    }

    @Test
    void restartBetweenCallsFailsNoCall() {
        for (var restart = 1; restart < 3; restart++) {
            assertThat(run()).isEqualTo(ROW);
            assertThat(write()).isEqualTo("[{\"affected\":1}]");
            server().stop();
            server().start();
            assertThat(run()).isEqualTo(ROW);
            assertThat(write()).isEqualTo("[{\"affected\":1}]");
            assertThat(database().query("SELECT count(*) FROM written")).isEqualTo(Integer.toString(2 * restart));
        }
        assertThat(state().status()).isEqualTo(AdapterState.Status.UP);
    }

    @Test
    void readOnALostConnectionIsRepeatedOnce() throws Exception {
        try (var holder = database().connect()) {
            hold(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> outcome.complete(run("SELECT get_lock('l', 20) AS v")));
            var first = awaitWaiting("0");
            database().execute("KILL " + first);
            awaitWaiting(first);
            release(holder);
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(ROW);
        }
    }

    @Test
    void writeOnALostConnectionFailsAndIsNotRepeated() throws Exception {
        try (var holder = database().connect()) {
            hold(holder);
            var outcome = new CompletableFuture<String>();
            Thread.ofVirtual()
                    .start(() -> outcome.complete(
                            writer.run(Dialect.MYSQL, "INSERT INTO written VALUES (get_lock('l', 20))")));
            database().execute("KILL " + awaitWaiting("0"));
            assertThat(outcome.get(60, TimeUnit.SECONDS))
                    .isEqualTo("execution: the connection of adapter db was lost while the statement ran; "
                            + "whether it took effect is unknown");
            release(holder);
        }
        // The engine may have finished it before it ended the connection; it was not sent again.
        assertThat(database().query("SELECT count(*) FROM written")).isIn("0", "1");
        assertThat(write()).isEqualTo("[{\"affected\":1}]");
    }

    @Test
    void writeOnAnEndedIdleConnectionUsesANewOne() {
        for (var call = 1; call <= 20; call++) {
            assertThat(write()).isEqualTo("[{\"affected\":1}]");
            endConnections();
            assertThat(write()).as("call %d".formatted(call)).isEqualTo("[{\"affected\":1}]");
            assertThat(database().query("SELECT count(*) FROM written")).isEqualTo(Integer.toString(2 * call));
        }
    }

    /** Those of the adapters; returns when the engine has closed them. */
    private void endConnections() {
        var others = "FROM information_schema.processlist WHERE db = '%s' AND id <> connection_id()"
                .formatted(database().name());
        try (var connection = database().connect();
                var statement = connection.createStatement()) {
            try (var ids = statement.executeQuery("SELECT group_concat('KILL ', id SEPARATOR ';') " + others)) {
                ids.next();
                for (var kill : ids.getString(1).split(";")) {
                    kill(connection, kill);
                }
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A connection of the test itself may still have been listed after it was closed. */
    private static void kill(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException refused) {
            if (refused.getErrorCode() != NO_SUCH_THREAD) {
                throw refused;
            }
        }
    }

    @Test
    void unreachableAdapterFailsOnlyItsCallsAndShowsNoSecret() {
        var wrong = new HashMap<>(TestAdapters.values(database()));
        wrong.put(TestAdapters.PASSWORD, "hunter2");
        assertThat(reason(wrong)).isEqualTo("authentication failed");
        var missing = new HashMap<>(TestAdapters.values(database()));
        missing.put(TestAdapters.URL, database().url() + "_missing");
        assertThat(reason(missing)).isEqualTo("the database does not exist");
        database().execute("CREATE USER stranger IDENTIFIED BY 'right'");
        assertThat(reason(TestAdapters.values(database().as("stranger", "right"))))
                .isEqualTo("authentication failed");
        var malformed = new HashMap<>(TestAdapters.values(database()));
        malformed.put(TestAdapters.URL, "mysql://host/db?allowMultiQueries=true");
        assertThat(reason(malformed)).isEqualTo("the address is not mysql://host[:port]/database");
    }

    @Test
    void changedPasswordIsUsedWithoutAFailedCall() {
        database().execute("CREATE USER app IDENTIFIED BY 'first'", "GRANT SELECT ON *.* TO app");
        calls().reconfigure(
                        adapter(Access.ReadOnly), TestAdapters.values(database().as("app", "first")));
        await(() -> run("SELECT current_user() AS v").equals("[{\"v\":\"app@%\"}]"));
        database().execute("ALTER USER app IDENTIFIED BY 'second'");
        calls().reconfigure(
                        adapter(Access.ReadOnly), TestAdapters.values(database().as("app", "wrong")));
        for (var call = 0; call < 20; call++) {
            assertThat(run()).isEqualTo(ROW);
        }
        calls().reconfigure(
                        adapter(Access.ReadOnly), TestAdapters.values(database().as("app", "second")));
        for (var call = 0; call < 20; call++) {
            assertThat(run()).isEqualTo(ROW);
        }
    }

    private String reason(Map<ValueKey, String> values) {
        try (var others = TestCalls.on(adapter(Access.ReadOnly), values)) {
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
        await(() -> !database().query(waiting).equals("0"));
        return database().query(waiting);
    }

    private String write() {
        return writer.run(Dialect.MYSQL, "INSERT INTO written VALUES (1)");
    }
}
