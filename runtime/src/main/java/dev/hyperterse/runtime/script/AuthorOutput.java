package dev.hyperterse.runtime.script;

/** What one script shows its author: bounded, and with places in the author's text; one that sees credentials, nothing. */
record AuthorOutput(ScriptOwner owner, AuthorPositions positions, ScriptOutput output) {
    private static final int LONGEST = 4_000;

    /** @param stack of the call that prints */
    void printed(String level, String stack, String text) {
        if (owner.kind().isConfidential()) {
            return;
        }
        output.printed(owner, level, positions.first(bounded(stack)), positions.translate(bounded(text)));
    }

    /** @return what its caller is told */
    String failed(String message, String stack) {
        if (owner.kind().isConfidential()) {
            return positions
                    .first(stack)
                    .map("the script failed at %s"::formatted)
                    .orElse("the script failed");
        }
        output.failed(owner, message, positions.translate(bounded(stack)));
        return message;
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
