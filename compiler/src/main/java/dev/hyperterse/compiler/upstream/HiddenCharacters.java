package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.text.InvisibleCharacters;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * {@linkplain InvisibleCharacters Characters} that a reviewer does not see and a model reads. Emoji need some of them,
 * and so do words of Persian or Hindi.
 */
final class HiddenCharacters {
    private static final String PICTURE = "\\p{IsExtended_Pictographic}[\\x{1F3FB}-\\x{1F3FF}]?\\x{FE0F}?";
    private static final String LETTER = "[\\p{L}\\p{M}&&[^\\p{IsLatin}]]";

    private static final Pattern VISIBLE = Pattern.compile(PICTURE + "(?:\\x{200D}" + PICTURE + ")*"
            + "|[0-9#*]\\x{FE0F}\\x{20E3}"
            + "|(?<=" + LETTER + ")[\\x{200C}\\x{200D}](?=" + LETTER + ")");

    private HiddenCharacters() {}

    /** Whether a text of a definition has one, or the name of a member. */
    static boolean areIn(JsonNode node) {
        return node.isString() && areIn(node.stringValue())
                || node.propertyNames().stream().anyMatch(HiddenCharacters::areIn)
                || node.valueStream().anyMatch(HiddenCharacters::areIn);
    }

    private static boolean areIn(String text) {
        return hides(text) && hides(VISIBLE.matcher(text).replaceAll(""));
    }

    private static boolean hides(String text) {
        return text.codePoints().anyMatch(InvisibleCharacters::isInvisible);
    }
}
