package dev.hyperterse.engines.mysql;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.server.adapter.Adapter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mariadb.jdbc.Connection;
import org.mariadb.jdbc.message.client.PingPacket;
import org.mariadb.jdbc.message.client.ResetPacket;

/**
 * The session state with which every call begins, regardless of earlier calls on the connection. The engine says with
 * each answer whether settings or variables of the session have changed; then, and once a second for what it does not
 * say, such as locks and temporary tables, the session is reset as a whole (decision 0187).
 */
final class MysqlSession {
    private static final long RESTORED_FOR = Duration.ofSeconds(1).toNanos();

    /** Modes that change the lexical syntax that statements were compiled for. */
    private static final List<String> OTHER_LANGUAGES = List.of("ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "ORACLE");

    private final Adapter adapter;
    private final String names;

    MysqlSession(Adapter adapter, Optional<String> collation) {
        this.adapter = adapter;
        this.names = "utf8mb4" + collation.map(" COLLATE "::concat).orElse("");
    }

    void begin(MysqlConnection mysql) throws SQLException {
        fix(mysql);
        refuseOtherLanguages(mysql.driver());
    }

    /** Before a call; false when the connection is unusable. */
    boolean ready(MysqlLease lease, CallScope scope) {
        var now = System.nanoTime();
        if (lease.isClosed()) {
            return false;
        }
        if (!lease.restoredWithin(RESTORED_FOR, now)) {
            return during(lease, scope, this::restore);
        }
        // A read on a lost connection is repeated on another one. A write is not, so a ping goes first: the engine may
        // have closed the connection without a message.
        return adapter.access() == Adapter.Access.ReadOnly || during(lease, scope, MysqlSession::ping);
    }

    /**
     * After a call: a changed session is restored before the next call; the connection of an open transaction is
     * closed.
     */
    void observe(MysqlLease lease, CallScope scope) {
        if (lease.mysql().inTransaction()) {
            // After an error the driver assumes a transaction, because error packets have no status flags; a ping has.
            if (!during(lease, scope, MysqlSession::ping) || lease.mysql().inTransaction()) {
                lease.abort();
            }
            // An error packet does not report changes of the session either.
            lease.forgetRestored();
        } else if (lease.mysql().sessionChanged()) {
            lease.forgetRestored();
        }
    }

    /** An exchange with the engine in front of a statement. */
    @FunctionalInterface
    private interface Exchange {
        void with(MysqlLease lease) throws SQLException;
    }

    private static boolean during(MysqlLease lease, CallScope scope, Exchange exchange) {
        lease.begin(lease::abort, scope);
        try {
            exchange.with(lease);
            return !lease.isClosed();
        } catch (SQLException unusable) {
            return false;
        } finally {
            lease.finish(scope);
        }
    }

    private void restore(MysqlLease lease) throws SQLException {
        // A reset drops the prepared statements of the session.
        lease.forgetAll();
        lease.mysql().driver().getClient().execute(ResetPacket.INSTANCE, false);
        begin(lease.mysql());
        lease.restored(System.nanoTime());
    }

    private static void ping(MysqlLease lease) throws SQLException {
        lease.mysql().driver().getClient().execute(PingPacket.INSTANCE, false);
    }

    private static void refuseOtherLanguages(Connection driver) throws SQLException {
        try (var statement = driver.createStatement();
                var rows = statement.executeQuery("SELECT @@session.sql_mode")) {
            var reported = rows.next() ? rows.getString(1) : null;
            if (reported == null) {
                throw new UnsuitableSession("the server does not report its sql_mode");
            }
            var modes = List.of(reported.toUpperCase(Locale.ROOT).split(","));
            for (var refused : OTHER_LANGUAGES) {
                if (modes.contains(refused)) {
                    throw new UnsuitableSession(
                            "sql_mode %s changes what statements mean; remove it from the server's sql_mode"
                                    .formatted(refused));
                }
            }
        }
    }

    private void fix(MysqlConnection mysql) throws SQLException {
        var readOnly = adapter.access() == Adapter.Access.ReadOnly ? 1 : 0;
        // One row more than allowed, to detect an excess.
        var rows = adapter.maxRows() + 1L;
        var timeout = adapter.statementTimeoutMillis();
        var settings =
                "SET NAMES %s, SESSION autocommit = 1, SESSION time_zone = '+00:00', SESSION sql_select_limit = %d"
                                .formatted(names, rows)
                        + ", SESSION session_track_state_change = 1, "
                        + (mysql.isMariaDb()
                                ? "SESSION tx_read_only = %d, SESSION max_statement_time = %d.%03d"
                                        .formatted(readOnly, timeout / 1000, timeout % 1000)
                                // The driver asks for IGNORE_SPACE, which MySQL adds to the server's modes.
                                : "SESSION sql_mode = DEFAULT, SESSION transaction_read_only = %d, SESSION max_execution_time = %d"
                                        .formatted(readOnly, timeout))
                        // The second form has no cost for a count of rows.
                        + (mysql.hasFormsOfPlans() ? ", SESSION explain_json_format_version = 1" : "");
        try (var statement = mysql.driver().createStatement()) {
            statement.execute(settings);
        }
    }
}
