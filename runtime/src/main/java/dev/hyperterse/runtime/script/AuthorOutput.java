package dev.hyperterse.runtime.script;

/** What one script shows its author: bounded, and with places in the author's text. */
record AuthorOutput(ScriptOwner owner, AuthorPositions positions, ScriptOutput output) {
    private static final int LONGEST = 4_000;

    /** @param stack of the call that prints */
    void printed(String level, String stack, String text) {
        output.printed(owner, level, positions.first(bounded(stack)), positions.translate(bounded(text)));
    }

    void failed(String message, String stack) {
        output.failed(owner, message, positions.translate(bounded(stack)));
    }

    private static String bounded(String text) {
        return bounded(text, LONGEST);
    }

    /** No half of a character is left at the end. */
    static String bounded(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest);
    }
}
