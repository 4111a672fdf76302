package dev.hyperterse.engines.postgres;

import dev.hyperterse.catalog.server.adapter.Adapter;
import java.util.List;

/**
 * The session state with which every call begins, regardless of earlier calls on the connection. A function of the
 * database can change settings that outlive its call. The engine reports changes of some settings with the response, at
 * no cost; the others are restored once a second, in one round trip, which also proves that the connection is open
 * (decision 0141).
 */
final class PostgresSession {
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

    private PostgresSession() {}

    /** Uses statements, because settings of a role would override those of the start-up message. */
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
}
