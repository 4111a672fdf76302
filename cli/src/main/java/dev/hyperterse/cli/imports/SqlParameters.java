package dev.hyperterse.cli.imports;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces the parameters of a statement outside its strings, names and comments. Only what engines agree on is known: a text
 * that this reads wrongly is refused by the compiler, whose lexer is exact.
 */
public final class SqlParameters {
    private static final String STANDARD =
            "\\b[eE]'(?:[^'\\\\]++|''|\\\\(?s:.))*+'|'(?:[^']++|'')*+'|\"(?:[^\"]++|\"\")*+\"";
    /** In strings of MySQL a backslash takes the next character along. */
    private static final String MYSQL = "'(?:[^'\\\\]++|''|\\\\(?s:.))*+'|\"(?:[^\"\\\\]++|\"\"|\\\\(?s:.))*+\"";

    private static final String QUOTED =
            "|`[^`]*+`|--[^\\n]*+|/\\*(?s:.*?)\\*/" + "|(?<tag>\\$(?:[A-Za-z_][A-Za-z0-9_]*)?\\$)(?s:.*?)\\k<tag>|::";
    private static final Pattern ROW_COUNT = Pattern.compile("(?i)\\b(?:limit|offset|first|next)\\s+$");
    private static final Pattern LEADING = Pattern.compile("(?:\\s++|--[^\\n]*+\\n|/\\*(?s:.*?)\\*/)*+");
    private static final Pattern WRITES =
            Pattern.compile("(?i)\\b(?:insert\\s+into|update\\s+\\S+\\s+set|delete\\s+from|merge\\s+into)\\b");

    private SqlParameters() {}

    /**
     * A parameter.
     *
     * @param text of it
     * @param before the statement up to it
     */
    public record Found(MatchResult text, String before) {
        /** Whether it stands behind LIMIT or OFFSET. */
        public boolean countsRows() {
            return ROW_COUNT.matcher(before).find();
        }
    }

    /** How the placeholder of a parameter is written; the parameter as it is where it is none. */
    @FunctionalInterface
    public interface Replacement {
        Optional<String> of(Found found);
    }

    /** @param engine as adapters name it @param parameter a pattern without groups of the name {@code tag} */
    public static String replaced(String engine, String statement, String parameter, Replacement replacement) {
        var strings = engine.equals("Mysql") ? MYSQL : STANDARD;
        var text = Pattern.compile(strings + QUOTED + "|(?<parameter>" + parameter + ")")
                .matcher(statement);
        var result = new StringBuilder();
        while (text.find()) {
            var found = text.toMatchResult();
            var written = text.group("parameter") == null
                    ? found.group()
                    : replacement
                            .of(new Found(found, statement.substring(0, found.start())))
                            .orElse(found.group());
            text.appendReplacement(result, Matcher.quoteReplacement(written));
        }
        return text.appendTail(result).toString();
    }

    /** A write in WITH, which on an adapter that only reads is refused by the engine alone. */
    public static boolean writesInWith(String statement) {
        var leading = LEADING.matcher(statement);
        var start = leading.lookingAt() ? statement.substring(leading.end()) : statement;
        return start.regionMatches(true, 0, "with", 0, 4)
                && WRITES.matcher(start).find();
    }

    /** Without the blanks and the semicolon behind it. */
    public static String trimmed(String statement) {
        return statement.strip().replaceAll("(?:\\s*;)+\\s*$", "").replaceAll("[ \\t]+(?=\\n)", "");
    }
}
