package dev.hyperterse.cli.init.naming;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of a name, as names of tools have them: {@code InvoiceLine}, {@code invoice_line} and {@code invoice-line}. */
public final class Words {
    private static final int LONGEST = 60;
    private static final Map<String, String> IRREGULAR = Map.ofEntries(
            Map.entry("people", "person"),
            Map.entry("children", "child"),
            Map.entry("men", "man"),
            Map.entry("women", "woman"),
            Map.entry("movies", "movie"),
            Map.entry("cookies", "cookie"),
            Map.entry("statuses", "status"),
            Map.entry("aliases", "alias"),
            Map.entry("buses", "bus"),
            Map.entry("indices", "index"),
            Map.entry("vertices", "vertex"),
            Map.entry("matrices", "matrix"));
    private static final Map<String, String> PLURALS =
            IRREGULAR.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
    /** The same for one and many. */
    private static final Set<String> UNCOUNTABLE = Set.of(
            "staff",
            "data",
            "media",
            "metadata",
            "news",
            "series",
            "species",
            "info",
            "information",
            "equipment",
            "stock",
            "inventory",
            "history",
            "sales",
            "settings",
            "stats",
            "statistics",
            "analytics",
            "log",
            "emp");

    private Words() {}

    /** With hyphens; {@code other} where nothing of it is left. */
    public static String of(String name, String other) {
        var words = Normalizer.normalize(name.replace("ß", "ss"), Normalizer.Form.NFD)
                .replaceAll("\\p{M}", "")
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+|-+$", "");
        var cut = words.substring(0, Math.min(words.length(), LONGEST)).replaceAll("-+$", "");
        return cut.isEmpty() ? other : cut;
    }

    /** Of one row. */
    public static String singular(String words) {
        return withLast(words, Words::singularWord);
    }

    public static String plural(String words) {
        return withLast(words, word -> {
            if (UNCOUNTABLE.contains(word) || !singularWord(word).equals(word)) {
                return word;
            }
            if (PLURALS.containsKey(word)) {
                return PLURALS.get(word);
            }
            if (word.matches(".*[^aeiou]y")) {
                return word.substring(0, word.length() - 1) + "ies";
            }
            return Stream.of("s", "x", "z", "ch", "sh").anyMatch(word::endsWith) ? word + "es" : word + "s";
        });
    }

    private static String singularWord(String word) {
        if (UNCOUNTABLE.contains(word) || word.length() < 4) {
            return word;
        }
        if (IRREGULAR.containsKey(word)) {
            return IRREGULAR.get(word);
        }
        if (word.endsWith("ies")) {
            return word.substring(0, word.length() - 3) + "y";
        }
        if (word.matches(".*(ss|sh|ch|x|zz)es")) {
            return word.substring(0, word.length() - 2);
        }
        return word.endsWith("s") && !word.matches(".*(ss|us|is)") ? word.substring(0, word.length() - 1) : word;
    }

    /** Between blanks, for people. */
    public static String spaced(String words) {
        return words.replace('-', ' ');
    }

    /** The same at the beginning of a sentence. */
    public static String capital(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + spaced(words.substring(1));
    }

    private static String withLast(String words, UnaryOperator<String> change) {
        var last = words.lastIndexOf('-') + 1;
        return words.substring(0, last) + change.apply(words.substring(last));
    }
}
