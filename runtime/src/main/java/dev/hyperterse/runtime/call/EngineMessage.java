package dev.hyperterse.runtime.call;

/** The message of an engine about a statement that it refused. */
public record EngineMessage(String words, String code) {
    private static final int LONGEST = 500;

    /** No line has more, whatever its characters are. */
    public static final int MOST_CHARACTERS = 2 * LONGEST;

    /** Fit to be shown to a caller: one line, bounded, with its code. */
    public String line() {
        var line = new StringBuilder();
        words.codePoints()
                .limit(LONGEST)
                .forEach(character -> line.appendCodePoint(Character.isISOControl(character) ? ' ' : character));
        return "%s (%s)".formatted(line.toString().strip(), code);
    }
}
