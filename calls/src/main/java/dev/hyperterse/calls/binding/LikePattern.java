package dev.hyperterse.calls.binding;

/** Text inside a pattern of LIKE in which no character is a wildcard. */
final class LikePattern {
    private static final char ESCAPE = '\\';

    private LikePattern() {}

    static long length(String text) {
        return text.length() + text.chars().filter(LikePattern::isSpecial).count();
    }

    static void append(String text, StringBuilder pattern) {
        for (var index = 0; index < text.length(); index++) {
            var character = text.charAt(index);
            if (isSpecial(character)) {
                pattern.append(ESCAPE);
            }
            pattern.append(character);
        }
    }

    private static boolean isSpecial(int character) {
        return character == ESCAPE || character == '%' || character == '_';
    }
}
