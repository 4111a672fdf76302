package dev.hyperterse.statement.sql;

/**
 * Classes of characters as the engines see them: ASCII by kind, everything above as part of an identifier. Java's own
 * classes know more letters, blanks and case pairs than a database does, and every difference would be a hole.
 */
final class SqlCharacters {
    private SqlCharacters() {}

    static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    /** May begin a word. */
    static boolean isWordStart(char character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character == '_'
                || character >= 0x80;
    }

    /** May continue a word. */
    static boolean isWordPart(char character) {
        return isWordStart(character) || isDigit(character) || character == '$';
    }

    static boolean isBlank(char character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r' || character == '\f';
    }

    static String lowerCase(CharSequence word) {
        var lower = new StringBuilder(word.length());
        for (var index = 0; index < word.length(); index++) {
            var character = word.charAt(index);
            lower.append(character >= 'A' && character <= 'Z' ? (char) (character + 32) : character);
        }
        return lower.toString();
    }
}
