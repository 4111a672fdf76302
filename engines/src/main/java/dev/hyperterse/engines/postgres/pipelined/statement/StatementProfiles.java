package dev.hyperterse.engines.postgres.pipelined.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.SqlVariant;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.core.Parser;

/** The statements of an adapter. */
public final class StatementProfiles {
    private static final int MOST = 1024;

    private final Map<SqlVariant, StatementProfile> profiles = new ConcurrentHashMap<>();

    public StatementProfile of(SqlVariant variant) {
        var known = profiles.get(variant);
        if (known != null) {
            return known;
        }
        if (profiles.size() >= MOST) {
            // Most texts belong to former catalogs; the profiles of those still in use are soon complete again.
            profiles.clear();
        }
        return profiles.computeIfAbsent(variant, first -> new StatementProfile(first, numbered(first.sql())));
    }

    /** The profile of one call that sends another text. */
    public static StatementProfile once(StatementProfile profile, String commented) {
        return profile.once(numbered(commented));
    }

    /** The profile of a statement that is only checked, or sent by one call. */
    public static StatementProfile unshared(SqlVariant variant) {
        return new StatementProfile(variant, numbered(variant.sql()));
    }

    /** The profile of a text without parameters, which is sent unchanged; the engine accepts only one statement. */
    public static StatementProfile unread(SqlVariant variant) {
        if (variant.sql().indexOf('\0') >= 0) {
            throw unreadable();
        }
        return new StatementProfile(variant, variant.sql());
    }

    /** Numbers the parameters. */
    private static String numbered(String sql) {
        try {
            var escaped = Parser.replaceProcessing(sql, true, true);
            var queries = Parser.parseJdbcSql(escaped, true, true, false, false, false);
            var numbered = queries.isEmpty() ? "" : queries.getFirst().nativeSql;
            if (numbered.indexOf('\0') < 0) {
                return numbered;
            }
        } catch (SQLException malformed) {
            // Refused below.
        }
        throw unreadable();
    }

    private static CallFailure unreadable() {
        return new CallFailure(Stage.EXECUTION, "the statement cannot be read");
    }
}
