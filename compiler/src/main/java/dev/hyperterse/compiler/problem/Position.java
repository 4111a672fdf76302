package dev.hyperterse.compiler.problem;

/**
 * A place within the text of one field.
 *
 * @param line from 1
 * @param column from 1, in characters as an editor counts them
 * @param offset from 0, in UTF-16 units
 */
public record Position(int line, int column, int offset) {
    public Position {
        if (line < 1 || column < 1 || offset < 0) {
            throw new IllegalArgumentException("no position: " + line + ":" + column + " at " + offset);
        }
    }

    /** Where {@code offset} lies in {@code text}; lines end at {@code \n}, {@code \r\n} or {@code \r}. */
    public static Position in(String text, int offset) {
        var line = 1;
        var lineStart = 0;
        for (var index = 0; index < offset; index++) {
            var character = text.charAt(index);
            var isFirstOfPair = character == '\r' && index + 1 < text.length() && text.charAt(index + 1) == '\n';
            if (character == '\n' || character == '\r' && !isFirstOfPair) {
                line++;
                lineStart = index + 1;
            }
        }
        return new Position(line, text.codePointCount(lineStart, offset) + 1, offset);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
