package dev.hyperterse.runtime.connector;

/** An engine's own message, fit to be shown to a caller: one line, bounded, with its code. */
final class EngineMessage {
    private static final int LONGEST = 500;

    private EngineMessage() {}

    static String of(String message, String code) {
        var line = new StringBuilder();
        message.codePoints()
                .limit(LONGEST)
                .forEach(character -> line.appendCodePoint(Character.isISOControl(character) ? ' ' : character));
        return "%s (%s)".formatted(line.toString().strip(), code);
    }
}
