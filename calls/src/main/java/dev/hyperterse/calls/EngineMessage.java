package dev.hyperterse.calls;

/** The message of an engine about a statement that it refused. */
public record EngineMessage(String words, String code) {
    private static final int LONGEST = 500;

    /** The maximum length of {@link #line}, for any characters. */
    public static final int MOST_CHARACTERS = 2 * LONGEST;

    /** The message for a caller: one line of bounded length, with its code. */
    public String line() {
        var line = new StringBuilder();
        words.codePoints()
                .limit(LONGEST)
                .forEach(character -> line.appendCodePoint(Character.isISOControl(character) ? ' ' : character));
        return "%s (%s)".formatted(line.toString().strip(), code);
    }
}
