package dev.hyperterse.cli.init.naming;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Units that the last word of a name says, as in {@code duration_ms}. Words with another common meaning, such as
 * {@code min} and {@code m}, are none. Neither are the only word of a name, which says it in full, and a word behind a
 * number, as in {@code orders_last_30_days}.
 */
public final class Units {
    private static final Map<String, String> BY_WORD = Map.ofEntries(
            Map.entry("ns", "nanoseconds"),
            Map.entry("nanos", "nanoseconds"),
            Map.entry("micros", "microseconds"),
            Map.entry("ms", "milliseconds"),
            Map.entry("millis", "milliseconds"),
            Map.entry("milliseconds", "milliseconds"),
            Map.entry("sec", "seconds"),
            Map.entry("secs", "seconds"),
            Map.entry("seconds", "seconds"),
            Map.entry("mins", "minutes"),
            Map.entry("minutes", "minutes"),
            Map.entry("hrs", "hours"),
            Map.entry("hours", "hours"),
            Map.entry("days", "days"),
            Map.entry("weeks", "weeks"),
            Map.entry("months", "months"),
            Map.entry("cents", "cents"),
            Map.entry("usd", "USD"),
            Map.entry("eur", "EUR"),
            Map.entry("gbp", "GBP"),
            Map.entry("chf", "CHF"),
            Map.entry("jpy", "JPY"),
            Map.entry("pct", "percent"),
            Map.entry("percent", "percent"),
            Map.entry("mg", "milligrams"),
            Map.entry("grams", "grams"),
            Map.entry("kg", "kilograms"),
            Map.entry("lbs", "pounds"),
            Map.entry("mm", "millimetres"),
            Map.entry("cm", "centimetres"),
            Map.entry("km", "kilometres"),
            Map.entry("bytes", "bytes"),
            Map.entry("kb", "kilobytes"),
            Map.entry("mb", "megabytes"),
            Map.entry("gb", "gigabytes"),
            Map.entry("celsius", "degrees Celsius"),
            Map.entry("kwh", "kilowatt-hours"));

    private Units() {}

    /** The comment on a column of numbers with the unit that its name says, unless it already names one. */
    public static String described(String column, String comment) {
        var words = Words.of(column, "").split("-");
        var mayEnd = words.length > 1 && !words[words.length - 2].matches("[0-9]+");
        var unit = Optional.ofNullable(mayEnd ? BY_WORD.get(words[words.length - 1]) : null);
        if (unit.isEmpty() || namesOne(comment)) {
            return comment;
        }
        return comment.isBlank() ? "in " + unit.get() : "%s (in %s)".formatted(comment.strip(), unit.get());
    }

    private static boolean namesOne(String comment) {
        var lowerCase = comment.toLowerCase(Locale.ROOT);
        var words = List.of(lowerCase.split("[^\\p{L}]+"));
        return BY_WORD.entrySet().stream()
                .anyMatch(known -> words.contains(known.getKey())
                        || lowerCase.contains(known.getValue().toLowerCase(Locale.ROOT)));
    }
}
