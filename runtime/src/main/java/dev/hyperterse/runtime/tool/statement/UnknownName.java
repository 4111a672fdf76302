package dev.hyperterse.runtime.tool.statement;

import com.google.re2j.Pattern;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.catalog.statement.Dialect;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A name in SQL that the engine does not find. PostgreSQL suggests columns itself, so only its tables are here.
 *
 * @param names the statement that reads the names that there are: one row with a list as JSON, for the rights of a caller
 */
record UnknownName(String written, String names) {
    private static final Pattern POSTGRES_TABLE =
            Pattern.compile("^relation \"(?:[^\"]+\\.)?([^\".]+)\" does not exist");
    private static final Pattern MYSQL_TABLE = Pattern.compile("^Table '(?:[^']+\\.)?([^'.]+)' doesn't exist");
    private static final Pattern MYSQL_COLUMN = Pattern.compile("^Unknown column '(?:[^']+\\.)?([^'.]+)' in ");
    private static final Pattern SQLITE_TABLE = Pattern.compile("^no such table: (?:.+\\.)?([^.]+)$");
    private static final Pattern SQLITE_COLUMN = Pattern.compile("^no such column: (?:.+\\.)?([^.]+)$");

    /** A table out of the search path needs its schema. */
    private static final String POSTGRES_TABLES = """
            SELECT pg_catalog.json_agg(CASE WHEN pg_catalog.pg_table_is_visible(c.oid) THEN c.relname::text
              ELSE n.nspname || '.' || c.relname END) AS names
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND n.nspname NOT IN ('information_schema', 'pg_catalog', 'pg_toast')
              AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')""";

    private static final String MYSQL_TABLES =
            "SELECT json_arrayagg(table_name) AS names FROM information_schema.tables WHERE table_schema = database()";
    private static final String MYSQL_COLUMNS = """
            SELECT json_arrayagg(c.name) AS names FROM (SELECT DISTINCT column_name AS name
            FROM information_schema.columns WHERE table_schema = database()) c""";
    private static final String SQLITE_TABLES =
            "SELECT json_group_array(t.name) AS names FROM pragma_table_list t WHERE t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    private static final String SQLITE_COLUMNS = """
            SELECT json_group_array(DISTINCT c.name) AS names FROM pragma_table_list t JOIN pragma_table_xinfo(t.name, t.schema) c
            WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'""";

    /** Empty if the message is about something else. */
    static Optional<UnknownName> in(EngineMessage message, Dialect dialect) {
        var words = message.words();
        return switch (dialect) {
            case POSTGRES -> found(POSTGRES_TABLE, words, POSTGRES_TABLES);
            case MYSQL -> found(MYSQL_TABLE, words, MYSQL_TABLES).or(() -> found(MYSQL_COLUMN, words, MYSQL_COLUMNS));
            case SQLITE ->
                found(SQLITE_TABLE, words, SQLITE_TABLES).or(() -> found(SQLITE_COLUMN, words, SQLITE_COLUMNS));
        };
    }

    private static Optional<UnknownName> found(Pattern pattern, String words, String names) {
        var matcher = pattern.matcher(words);
        return matcher.find() ? Optional.of(new UnknownName(matcher.group(1), names)) : Optional.empty();
    }

    /** The nearest of the names that has at least two fifths of the pairs of letters, as those of DescribeTable. */
    Optional<String> nearest(Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate -> 5 * pairsIn(candidate) >= 2 * (written.length() - 1) && pairsIn(candidate) > 0)
                .max(Comparator.<String>comparingInt(this::pairsIn)
                        .thenComparing(Comparator.comparingInt(String::length).reversed())
                        .thenComparing(Comparator.reverseOrder()));
    }

    private int pairsIn(String candidate) {
        var lower = candidate.toLowerCase(Locale.ROOT);
        return (int) pairs().stream().filter(lower::contains).count();
    }

    private List<String> pairs() {
        var lower = written.toLowerCase(Locale.ROOT);
        return IntStream.range(0, lower.length() - 1)
                .mapToObj(at -> lower.substring(at, at + 2))
                .toList();
    }
}
