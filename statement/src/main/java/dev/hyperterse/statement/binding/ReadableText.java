package dev.hyperterse.statement.binding;

import java.nio.charset.StandardCharsets;

/** Checks the text of every statement before it is lexed. */
public final class ReadableText {
    private static final int LARGEST = 64 * 1024;

    private ReadableText() {}

    /** @param sizeRemedy what to write instead of a text that is too large */
    public static boolean check(String text, String sizeRemedy, Findings findings) {
        if (text.length() > LARGEST || text.getBytes(StandardCharsets.UTF_8).length > LARGEST) {
            findings.add(BindingRule.TEXT_TOO_LARGE, 0, "the statement is longer than 64 KiB", sizeRemedy);
            return false;
        }
        for (var index = 0; index < text.length(); index++) {
            if (isInvisible(text, index)) {
                findings.add(
                        BindingRule.CONTROL_CHARACTER,
                        index,
                        "U+%04X cannot be in a statement: engines disagree what it means"
                                .formatted((int) text.charAt(index)),
                        "remove it");
                return false;
            }
        }
        return true;
    }

    // NUL terminates the text for SQLite, a byte order mark is a blank there and part of a name elsewhere, and half of
    // a surrogate pair becomes a question mark in UTF-8.
    private static boolean isInvisible(String text, int index) {
        var character = text.charAt(index);
        if (Character.isHighSurrogate(character)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        if (Character.isLowSurrogate(character)) {
            return index == 0 || !Character.isHighSurrogate(text.charAt(index - 1));
        }
        return character == '\0' || character == '\uFEFF';
    }
}
