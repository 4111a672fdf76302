package dev.hyperterse.statement.sql.token;

/**
 * Classes of characters as engines define them: ASCII by kind, all others as parts of identifiers. Java's own classes
 * have more letters, blanks and case pairs than databases, and every difference would be a vulnerability.
 */
public final class SqlCharacters {
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
    public static boolean isWordPart(char character) {
        return isWordStart(character) || isDigit(character) || character == '$';
    }

    static boolean isBlank(char character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r' || character == '\f';
    }

    public static String lowerCase(CharSequence word) {
        var lower = new StringBuilder(word.length());
        for (var index = 0; index < word.length(); index++) {
            var character = word.charAt(index);
            lower.append(character >= 'A' && character <= 'Z' ? (char) (character + 32) : character);
        }
        return lower.toString();
    }
}
