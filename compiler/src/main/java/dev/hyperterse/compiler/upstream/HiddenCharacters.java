package dev.hyperterse.compiler.upstream;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Characters that a reviewer does not see and a model reads: controls, marks of direction, tags, selectors, fillers.
 * Emoji need some of them, and so do words of Persian or Hindi.
 */
final class HiddenCharacters {
    private static final Pattern HIDDEN = Pattern.compile(
            "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}&&[^\\n\\r\\t]]|[\\x{34F}\\x{115F}\\x{1160}\\x{17B4}\\x{17B5}"
                    + "\\x{180B}-\\x{180F}\\x{2065}\\x{3164}\\x{FE00}-\\x{FE0F}\\x{FFA0}\\x{FFF0}-\\x{FFF8}\\x{E0000}-\\x{E0FFF}]");

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
        return HIDDEN.matcher(text).find()
                && HIDDEN.matcher(VISIBLE.matcher(text).replaceAll("")).find();
    }
}
