package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.runtime.call.CallScope;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * What every call finds on a connection, whatever the calls before it did there. A function of the database can change
 * settings that outlive its call. Of some the engine reports a change with the answer, for nothing; the others are put back
 * once a second, in one round trip, which also proves that the connection is open (decision 0141).
 */
final class PostgresSession {
    private static final long RESTORED_FOR = Duration.ofSeconds(1).toNanos();
    /** A connection used within this time is open unless there is unread input; an older one is asked before it writes. */
    private static final long LIVES_FOR = Duration.ofMillis(100).toNanos();

    /** Settings that the engine reports: the read-only default since version 14, the search path since 18. */
    static final List<String> REPORTED = List.of(
            "default_transaction_read_only",
            "search_path",
            "session_authorization",
            "is_superuser",
            "client_encoding",
            "standard_conforming_strings",
            "TimeZone",
            "DateStyle",
            "IntervalStyle");

    private final String restoration;

    PostgresSession(Adapter adapter) {
        this.restoration = restoration(adapter);
    }

    /**
     * By statements, because settings of a role would override those of the start-up message. The setting for
     * search_path is not named: the driver would prepare every statement again.
     */
    static String restoration(Adapter adapter) {
        return """
                SET SESSION AUTHORIZATION DEFAULT;
                RESET ROLE;
                RESET ALL;
                CLOSE ALL;
                UNLISTEN *;
                SELECT pg_catalog.pg_advisory_unlock_all();
                DISCARD TEMP;
                DISCARD SEQUENCES;
                SET TimeZone = 'UTC';
                SET DateStyle = 'ISO, MDY';
                SET IntervalStyle = 'postgres';
                SET bytea_output = 'hex';
                SET extra_float_digits = 3;
                SET standard_conforming_strings = on;
                SET backslash_quote = off;
                SET statement_timeout = %d;
                SET default_transaction_read_only = %s
                """.formatted(
                        adapter.statementTimeoutMillis(), adapter.access() == Adapter.Access.ReadOnly ? "on" : "off");
    }

    /** Before a call; false when the connection is of no use. */
    boolean ready(PostgresLease lease, CallScope scope) {
        return isRestored(lease) && !mayBeDead(lease, System.nanoTime()) || restore(lease, scope);
    }

    /** Whether what a call may have changed was put back a moment ago. */
    boolean isRestored(PostgresLease lease) {
        return lease.restored()
                .filter(before -> System.nanoTime() - before.at() < RESTORED_FOR)
                .isPresent();
    }

    /** After a call: what it changed is put back before the next one. */
    void observe(PostgresLease lease) {
        if (lease.restored().filter(before -> before.differs(lease)).isPresent()) {
            lease.forgetRestored();
        }
    }

    private static boolean mayBeDead(PostgresLease lease, long now) {
        return lease.idleNanos(now) > LIVES_FOR || lease.isClosed() || DriverSocket.hasInput(lease.connection());
    }

    private boolean restore(PostgresLease lease, CallScope scope) {
        lease.begin(lease::abort, scope);
        try (var statement = lease.connection().createStatement()) {
            statement.execute(restoration);
            lease.restored(Restored.of(lease));
            return true;
        } catch (SQLException unusable) {
            return false;
        } finally {
            lease.finish(scope);
        }
    }

    /** What the engine reported right after the session was restored. */
    record Restored(long at, String[] reported) {
        static Restored of(PostgresLease lease) {
            var reported = new String[REPORTED.size()];
            for (var index = 0; index < reported.length; index++) {
                reported[index] = lease.reported(REPORTED.get(index));
            }
            return new Restored(System.nanoTime(), reported);
        }

        boolean differs(PostgresLease lease) {
            for (var index = 0; index < reported.length; index++) {
                if (!reported[index].equals(lease.reported(REPORTED.get(index)))) {
                    return true;
                }
            }
            return false;
        }
    }
}
