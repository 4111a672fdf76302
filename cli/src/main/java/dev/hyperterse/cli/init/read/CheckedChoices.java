package dev.hyperterse.cli.init.read;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values that a check admits, where it says no more than that a column is one of some texts: {@code status IN ('a',
 * 'b')}, or what engines make of that. Any other check gives nothing.
 */
final class CheckedChoices {
    private static final String CAST = "(?:::[a-z ]+(?:\\[\\])?)*";
    private static final String BARE = "(?:_[a-z0-9]+)?'(?:[^']|'')*+'" + CAST;
    private static final String TEXT = "(?:%1$s|\\(%1$s\\)%2$s)".formatted(BARE, CAST);
    private static final String TEXTS = "%1$s(?:\\s*,\\s*%1$s)*".formatted(TEXT);
    private static final String ARRAY = "ARRAY\\[(?<%s>" + TEXTS + ")]";
    private static final String LIST = "(?:IN\\s*\\(\\s*(?<in>%s)\\s*\\)|=\\s*ANY\\s*\\((?:%s|\\(%s\\)%s)\\))"
            .formatted(TEXTS, ARRAY.formatted("plain"), ARRAY.formatted("cast"), CAST);
    private static final String CHECK =
            "(?i)CHECK\\s*(?<open>[\\s(]+)(?:\"%1$s\"|`%1$s`|\\[%1$s]|%1$s)(?<end>\\)?)%2$s\\s*%3$s(?<close>[\\s)]+)";

    private CheckedChoices() {}

    /** @param definition of a check, or the text of a whole table */
    static List<String> of(String column, String definition) {
        var text = definition.toUpperCase(Locale.ROOT).contains("CHECK")
                ? definition
                : "CHECK (%s)".formatted(definition.replace("\\'", "'"));
        return Pattern.compile(CHECK.formatted(Pattern.quote(column), CAST, LIST))
                .matcher(text)
                .results()
                // Fewer closing ones: another condition follows.
                .filter(check -> count(check.group("close"), ')')
                        >= count(check.group("open"), '(') - check.group("end").length())
                .findFirst()
                .map(check -> Stream.of("in", "plain", "cast")
                        .flatMap(list -> Optional.ofNullable(check.group(list)).stream())
                        .flatMap(texts -> QuotedTexts.in(texts).stream())
                        .toList())
                .orElseGet(List::of);
    }

    private static long count(String text, char wanted) {
        return text.chars().filter(character -> character == wanted).count();
    }
}
