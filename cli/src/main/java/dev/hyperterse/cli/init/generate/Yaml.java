package dev.hyperterse.cli.init.generate;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Scalars and lists of YAML. */
public final class Yaml {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
    /** Words that readers of YAML take for another type. */
    private static final Set<String> OTHERS = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    private Yaml() {}

    /** A name as it is where this is safe, else in quotes. */
    public static String word(String text) {
        return WORD.matcher(text).matches() && !OTHERS.contains(text.toLowerCase(Locale.ROOT)) ? text : quoted(text);
    }

    /** JSON, which is YAML. */
    public static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    static String list(List<String> items) {
        return items.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    /** A sentence of an author, on one line and not longer than {@code longest}; without what YAML does not take. */
    public static String line(String text, int longest) {
        var line = text.codePoints()
                .map(character -> isText(character) ? character : ' ')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .replaceAll(" {2,}", " ")
                .strip();
        var end = line.offsetByCodePoints(0, Math.min(line.codePointCount(0, line.length()), longest));
        return end == line.length() ? line : line.substring(0, end).strip() + "...";
    }

    public static boolean isText(int character) {
        return !Character.isISOControl(character)
                && character != 0x2028
                && character != 0x2029
                && character != 0xFEFF
                && Character.getType(character) != Character.SURROGATE
                && (character & 0xFFFE) != 0xFFFE;
    }
}
