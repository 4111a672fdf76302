package dev.hyperterse.engines.sqlite;

import java.sql.SQLException;
import java.util.Map;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/**
 * The limits of the engine. It uses native memory, outside of the heap and of {@code limits.bufferSize}, and the
 * driver's build counts no memory, so {@code hard_heap_limit} has no effect: each size is limited instead.
 */
final class SqliteLimits {
    /** The longest value while the database is prepared, and the least that is allowed in a call. */
    private static final int LONGEST_VALUE_OF_INIT_SQL = 16 * 1024 * 1024;

    private static final int SHORTEST_LIMIT = 1024 * 1024;

    private static final Map<SQLiteLimits, Integer> FIXED = Map.of(
            SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0,
            // Matching takes the product of both lengths and cannot be interrupted.
            SQLiteLimits.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 500,
            SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, 1_000_000,
            SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER, 32_768,
            SQLiteLimits.SQLITE_LIMIT_WORKER_THREADS, 0);

    private SqliteLimits() {}

    static void fix(SQLiteConnection connection) throws SQLException {
        for (var limit : FIXED.entrySet()) {
            connection.setLimit(limit.getKey(), limit.getValue());
        }
        connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, LONGEST_VALUE_OF_INIT_SQL);
    }

    /** A value, stored, bound or computed, need not be longer than a result may be. */
    static void ofCall(SQLiteConnection connection, int longestResult) throws SQLException {
        connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, Math.max(SHORTEST_LIMIT, longestResult));
    }
}
