package dev.hyperterse.search.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Map;

/**
 * Removes marks that users leave out when they type: accents on Latin and Greek letters, Hebrew points, Arabic vowel
 * signs, full-width and ligature forms. Marks of other scripts carry meaning (Devanagari vowels, Japanese voicing) and
 * stay. The case also stays, because identifiers are split at it.
 */
final class Folding {
    /** Letters that Unicode does not decompose, and that are read as plain letters with a mark. */
    private static final Map<Integer, String> WITHOUT_DECOMPOSITION = Map.ofEntries(
            Map.entry((int) 'ß', "ss"),
            Map.entry((int) 'ẞ', "SS"),
            Map.entry((int) 'æ', "ae"),
            Map.entry((int) 'Æ', "AE"),
            Map.entry((int) 'œ', "oe"),
            Map.entry((int) 'Œ', "OE"),
            Map.entry((int) 'ø', "o"),
            Map.entry((int) 'Ø', "O"),
            Map.entry((int) 'đ', "d"),
            Map.entry((int) 'Đ', "D"),
            Map.entry((int) 'ł', "l"),
            Map.entry((int) 'Ł', "L"),
            Map.entry((int) 'ı', "i"),
            Map.entry((int) 'þ', "th"),
            Map.entry((int) 'ð', "d"),
            Map.entry((int) 'ё', "е"),
            Map.entry((int) 'Ё', "Е"));

    private static final int TATWEEL = 0x0640;

    private Folding() {}

    static String fold(String text) {
        return isAscii(text) ? text : foldUnicode(text);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static String foldUnicode(String text) {
        // Composed first, because the table contains the Cyrillic yo as one letter, and й must keep its mark.
        var composed = Normalizer.normalize(text, Normalizer.Form.NFKC);
        var plain = new StringBuilder(composed.length());
        composed.codePoints().forEach(codePoint -> appendPlain(codePoint, plain));
        return plain.toString();
    }

    private static void appendPlain(int codePoint, StringBuilder plain) {
        var known = WITHOUT_DECOMPOSITION.get(codePoint);
        if (known != null) {
            plain.append(known);
        } else if (losesMarks(codePoint)) {
            Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFD)
                    .codePoints()
                    .filter(part -> Character.getType(part) != Character.NON_SPACING_MARK)
                    .forEach(plain::appendCodePoint);
        } else if (!isIgnored(codePoint)) {
            plain.appendCodePoint(codePoint);
        }
    }

    private static boolean losesMarks(int codePoint) {
        if (codePoint < 0xC0 || !Character.isLetter(codePoint)) {
            return false;
        }
        var script = UnicodeScript.of(codePoint);
        return script == UnicodeScript.LATIN || script == UnicodeScript.GREEK;
    }

    private static boolean isIgnored(int codePoint) {
        return codePoint == TATWEEL
                || Character.getType(codePoint) == Character.FORMAT
                || isVariationSelector(codePoint)
                || isOptionalMark(codePoint);
    }

    private static boolean isVariationSelector(int codePoint) {
        return codePoint >= 0xFE00 && codePoint <= 0xFE0F;
    }

    /** Combining accents left over on any base, Hebrew points and cantillation, Arabic vowel signs. */
    private static boolean isOptionalMark(int codePoint) {
        return codePoint >= 0x0300 && codePoint <= 0x036F
                || codePoint >= 0x0591
                        && codePoint <= 0x05C7
                        && Character.getType(codePoint) == Character.NON_SPACING_MARK
                || codePoint >= 0x0610 && codePoint <= 0x061A
                || codePoint >= 0x064B && codePoint <= 0x065F
                || codePoint == 0x0670;
    }
}
