package dev.hyperterse.runtime.search;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The words of a statement that speak of its subject: table and column names, comments, and what its operators mean in
 * the words of somebody who asks for its result. Without placeholders (their names are inputs, which have a field of
 * their own) and without the other words of the query language.
 */
final class StatementText {
    private record Reading(Pattern sql, String words) {
        static Reading of(String sql, String words) {
            return new Reading(Pattern.compile(sql, Pattern.CASE_INSENSITIVE), words);
        }
    }

    /** In the order in which they apply: an ordering that is cut off is read before the plain one. */
    private static final List<Reading> READINGS = List.of(
            Reading.of("\\{\\{[^}]*}}", " "),
            Reading.of("\\bcount\\s*\\(", " how many number count "),
            Reading.of("\\bsum\\s*\\(", " sum total "),
            Reading.of("\\bavg\\s*\\(", " average "),
            Reading.of("\\bmax\\s*\\(", " maximum highest largest "),
            Reading.of("\\bmin\\s*\\(", " minimum lowest smallest "),
            Reading.of("\\bdistinct\\b", " distinct different unique "),
            Reading.of("\\bgroup\\s+by\\b", " each per "),
            Reading.of(
                    "\\border\\s+by\\s([^()]{0,80})\\bdesc\\s+limit\\b",
                    " sorted ordered $1 most highest largest top "),
            Reading.of("\\border\\s+by\\s([^()]{0,80})\\blimit\\b", " sorted ordered $1 least lowest smallest "),
            Reading.of("\\border\\s+by\\b", " sorted ordered "),
            Reading.of("\\bdesc\\b", " descending "),
            Reading.of("\\basc\\b", " ascending "),
            Reading.of("\\bnot\\s+in\\b|\\bexcept\\b|!=|<>", " not without "),
            Reading.of("\\bintersect\\b", " both "),
            Reading.of("\\bunion\\b", " either "),
            Reading.of(">=?", " more than above over after greater least "),
            Reading.of("<=?", " less than below under before "),
            Reading.of("\\bi?like\\b", " contain start end "),
            Reading.of(
                    "\\b(?:select|from|where|and|or|in|is|null|as|on|by|join|left|right|inner|outer|full|cross|natural"
                            + "|using|having|limit|offset|fetch|all|exists|case|when|then|else|cast|coalesce|with"
                            + "|values|into|set|returning|partition|true|false)\\b",
                    " "));

    String words(String statement) {
        var words = statement;
        for (var reading : READINGS) {
            words = reading.sql().matcher(words).replaceAll(reading.words());
        }
        return words;
    }
}
