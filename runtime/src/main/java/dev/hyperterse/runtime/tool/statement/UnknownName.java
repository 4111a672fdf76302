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
 * @param qualifier in front of it; empty if there is none
 * @param names reads those that there are
 */
record UnknownName(String qualifier, String written, CatalogNames names) {
    /** The longest name of PostgreSQL and MySQL; longer ones cost time and are no slip. */
    private static final int LONGEST = 64;

    private static final Pattern POSTGRES_TABLE =
            Pattern.compile("^relation \"(?:([^\"]+)\\.)?([^\".]+)\" does not exist");
    private static final Pattern MYSQL_TABLE = Pattern.compile("^Table '(?:([^']+)\\.)?([^'.]+)' doesn't exist");
    private static final Pattern MYSQL_COLUMN = Pattern.compile("^Unknown column '(?:([^']+)\\.)?([^'.]+)' in ");
    private static final Pattern SQLITE_TABLE = Pattern.compile("^no such table: (?:(.+)\\.)?([^.]+)$");
    private static final Pattern SQLITE_COLUMN = Pattern.compile("^no such column: (?:(.+)\\.)?([^.]+)$");

    private static final Comparator<Near> SHORTEST_FIRST =
            Comparator.<Near>comparingInt(near -> near.name().length()).thenComparing(Near::shown);

    /**
     * A name in the database.
     *
     * @param shown as SQL has to write it; a column with its table
     */
    record Near(String name, String shown) {}

    private record Scored(Near near, long score) {}

    /** Empty if the message is about something else. */
    static Optional<UnknownName> in(EngineMessage message, Dialect dialect) {
        var words = message.words();
        return switch (dialect) {
            case POSTGRES -> found(POSTGRES_TABLE, words, CatalogNames.POSTGRES_TABLES);
            case MYSQL ->
                found(MYSQL_TABLE, words, CatalogNames.MYSQL_TABLES)
                        .or(() -> found(MYSQL_COLUMN, words, CatalogNames.MYSQL_COLUMNS));
            case SQLITE ->
                found(SQLITE_TABLE, words, CatalogNames.SQLITE_TABLES)
                        .or(() -> found(SQLITE_COLUMN, words, CatalogNames.SQLITE_COLUMNS));
        };
    }

    private static Optional<UnknownName> found(Pattern pattern, String words, CatalogNames names) {
        var matcher = pattern.matcher(words);
        return matcher.find() && matcher.group(2).length() <= LONGEST
                ? Optional.of(
                        new UnknownName(Optional.ofNullable(matcher.group(1)).orElse(""), matcher.group(2), names))
                : Optional.empty();
    }

    /** Whether the names are those of another database than it is looked up in. */
    boolean isElsewhere(String home) {
        return !home.isEmpty() && !qualifier.isEmpty() && !home.equalsIgnoreCase(qualifier);
    }

    /** The nearest of the names that has at least two fifths of the pairs of letters, as those of DescribeTable. */
    Optional<String> nearest(Collection<Near> candidates) {
        var pairs = pairs();
        return candidates.stream()
                .map(near -> new Scored(near, score(pairs, near.name())))
                .filter(scored -> scored.score() > 0 && 5 * scored.score() >= 2L * pairs.size())
                .max(Comparator.comparingLong(Scored::score)
                        .thenComparing(scored -> scored.near(), SHORTEST_FIRST.reversed()))
                .map(scored -> scored.near().shown());
    }

    private static long score(List<String> pairs, String candidate) {
        var lower = candidate.toLowerCase(Locale.ROOT);
        return pairs.stream().filter(lower::contains).count();
    }

    private List<String> pairs() {
        var lower = written.toLowerCase(Locale.ROOT);
        return IntStream.range(0, lower.length() - 1)
                .mapToObj(at -> lower.substring(at, at + 2))
                .toList();
    }
}
