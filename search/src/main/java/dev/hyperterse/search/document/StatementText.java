package dev.hyperterse.search.document;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words of a statement that describe its subject: table and column names, comments, and the meaning of its
 * operators in users' words. Without placeholders, whose names are inputs and have a field of their own, and without
 * the other words of the query language.
 */
final class StatementText {
    /**
     * The words that replace an expression of SQL.
     *
     * @param needles texts in lower case, one of which is in every match; searching them costs a small part of the
     *     expression, and a statement contains few of the operators
     */
    record Reading(List<String> needles, Pattern sql, String words) {
        static Reading of(String needle, String sql, String words) {
            return of(List.of(needle), sql, words);
        }

        static Reading of(List<String> needles, String sql, String words) {
            return new Reading(needles, Pattern.compile(sql, Pattern.CASE_INSENSITIVE), words);
        }

        String in(String statement) {
            return sql.matcher(statement).replaceAll(words);
        }

        private boolean mayOccurIn(String lowerCase) {
            for (var needle : needles) {
                if (lowerCase.contains(needle)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** In the order in which they apply: an ordering with a limit comes before the plain one. */
    static final List<Reading> READINGS = List.of(
            // Excludes braces: otherwise each of many unclosed braces would be searched to the end.
            Reading.of("{{", "\\{\\{[^{}]*}}", " "),
            Reading.of("count", "\\bcount\\s*\\(", " how many number count "),
            Reading.of("sum", "\\bsum\\s*\\(", " sum total "),
            Reading.of("avg", "\\bavg\\s*\\(", " average "),
            Reading.of("max", "\\bmax\\s*\\(", " maximum highest largest "),
            Reading.of("min", "\\bmin\\s*\\(", " minimum lowest smallest "),
            Reading.of("distinct", "\\bdistinct\\b", " distinct different unique "),
            Reading.of("group", "\\bgroup\\s+by\\b", " each per "),
            Reading.of(
                    "limit",
                    "\\border\\s+by\\s([^()]{0,80})\\bdesc\\s+limit\\b",
                    " sorted ordered $1 most highest largest top "),
            Reading.of(
                    "limit", "\\border\\s+by\\s([^()]{0,80})\\blimit\\b", " sorted ordered $1 least lowest smallest "),
            // The needle is not "order", because many tables are called orders.
            Reading.of("by", "\\border\\s+by\\b", " sorted ordered "),
            Reading.of("desc", "\\bdesc\\b", " descending "),
            Reading.of("asc", "\\basc\\b", " ascending "),
            Reading.of(List.of("not", "except", "!=", "<>"), "\\bnot\\s+in\\b|\\bexcept\\b|!=|<>", " not without "),
            Reading.of("intersect", "\\bintersect\\b", " both "),
            Reading.of("union", "\\bunion\\b", " either "),
            Reading.of(">", ">=?", " more than above over after greater least "),
            Reading.of("<", "<=?", " less than below under before "),
            Reading.of("like", "\\bi?like\\b", " contain start end "));

    /** The words of the query language that are irrelevant to a search for a tool. */
    static final Set<String> GRAMMAR = Set.of(("select from where and or in is null as on by join left right inner"
                    + " outer full cross natural using having limit offset fetch all exists case when then else"
                    + " cast coalesce with values into set returning partition true false")
            .split(" "));

    private static final int LONGEST_GRAMMAR =
            GRAMMAR.stream().mapToInt(String::length).max().orElseThrow();

    String words(String statement) {
        var words = statement;
        var lowerCase = words.toLowerCase(Locale.ROOT);
        for (var reading : READINGS) {
            if (reading.mayOccurIn(lowerCase)) {
                words = reading.in(words);
                lowerCase = words.toLowerCase(Locale.ROOT);
            }
        }
        return withoutGrammar(words);
    }

    private static String withoutGrammar(String text) {
        var rest = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && isWordCharacter(text.charAt(end))) {
                end++;
            }
            if (end == at) {
                rest.append(text.charAt(at++));
            } else if (isGrammar(text, at, end)) {
                rest.append(' ');
                at = end;
            } else {
                rest.append(text, at, end);
                at = end;
            }
        }
        return rest.toString();
    }

    private static boolean isGrammar(String text, int start, int end) {
        return end - start <= LONGEST_GRAMMAR
                && GRAMMAR.contains(text.substring(start, end).toLowerCase(Locale.ROOT))
                && (start == 0 || !isMark(text.codePointBefore(start)))
                && (end == text.length() || !isMark(text.codePointAt(end)));
    }

    /** A combining mark on a letter makes it another word. */
    private static boolean isMark(int codePoint) {
        return Character.getType(codePoint) == Character.NON_SPACING_MARK;
    }

    private static boolean isWordCharacter(char character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9'
                || character == '_';
    }
}
