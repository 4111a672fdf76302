package dev.hyperterse.search.query;

/**
 * Whether the edit distance of two words is one: one letter inserted, deleted or replaced, or two neighbours swapped.
 */
final class OneTypingError {
    private OneTypingError() {}

    /** A bit for each different letter; letters of one alphabet have different bits. */
    static long letters(String word) {
        long bits = 0;
        for (int at = 0; at < word.length(); at++) {
            bits |= 1L << (word.charAt(at) & 63);
        }
        return bits;
    }

    static boolean between(String one, String other) {
        return switch (one.length() - other.length()) {
            case 0 -> replacedOrSwapped(one, other);
            case 1 -> leftOut(one, other);
            case -1 -> leftOut(other, one);
            default -> false;
        };
    }

    private static boolean replacedOrSwapped(String one, String other) {
        int at = firstDifference(one, other);
        if (at == other.length()) {
            return false;
        }
        if (sameFrom(one, at + 1, other, at + 1)) {
            return true;
        }
        return at + 1 < one.length()
                && one.charAt(at) == other.charAt(at + 1)
                && one.charAt(at + 1) == other.charAt(at)
                && sameFrom(one, at + 2, other, at + 2);
    }

    private static boolean leftOut(String longer, String shorter) {
        int at = firstDifference(longer, shorter);
        return sameFrom(longer, at + 1, shorter, at);
    }

    private static int firstDifference(String one, String other) {
        int end = Math.min(one.length(), other.length());
        int at = 0;
        while (at < end && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }

    private static boolean sameFrom(String one, int oneAt, String other, int otherAt) {
        return one.regionMatches(oneAt, other, otherAt, Math.max(one.length() - oneAt, other.length() - otherAt))
                || one.length() == oneAt && other.length() == otherAt;
    }
}
