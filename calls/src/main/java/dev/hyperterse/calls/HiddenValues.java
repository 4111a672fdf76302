package dev.hyperterse.calls;

import java.util.Comparator;
import java.util.List;

/**
 * Replaces confidential values in texts by their names, ignoring case.
 *
 * @param values the longest first, because one may contain another
 */
public record HiddenValues(List<Named> values) {
    /** @param name as an author refers to the value, such as {@code env.PASSWORD} */
    public record Named(String name, String value) {}

    /** Of a longer text the rest is not shown: its reader may have cut it later, within a value. */
    private static final int MOST_READ = 16 * 1024;

    public HiddenValues {
        values = values.stream()
                .filter(named -> !named.value().isEmpty())
                .distinct()
                .sorted(Comparator.comparingInt((Named named) -> named.value().length())
                        .reversed())
                .toList();
    }

    /** The text with the names in place of the values, cut at {@code mostShown} characters. */
    public String replacedIn(String text, int mostShown) {
        if (values.isEmpty()) {
            return text;
        }
        var shown = new StringBuilder();
        var end = Math.min(text.length(), MOST_READ);
        // One pass, so that an inserted name is not replaced again.
        for (var at = 0; at < end && shown.length() < mostShown; ) {
            var position = at;
            var found = values.stream()
                    .filter(named -> text.regionMatches(
                            true, position, named.value(), 0, named.value().length()))
                    .findFirst();
            shown.append(found.map(named -> "{{ " + named.name() + " }}")
                    .orElseGet(() -> text.substring(position, position + 1)));
            at += found.map(named -> named.value().length()).orElse(1);
        }
        return shown.toString();
    }
}
