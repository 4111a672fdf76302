package dev.hyperterse.runtime.mcp.message;

import java.nio.charset.StandardCharsets;

/** Strings out of and into JSON text that {@link JsonScanner} has already accepted. */
public final class JsonStrings {
    private JsonStrings() {}

    /** Decodes the string literal at {@code [from, to)}, which includes the quotes. */
    public static String decode(byte[] bytes, int from, int to) {
        int backslash = from + 1;
        while (backslash < to - 1 && bytes[backslash] != '\\') {
            backslash++;
        }
        var plain = new String(bytes, from + 1, to - from - 2, StandardCharsets.UTF_8);
        return backslash == to - 1 ? plain : unescape(plain);
    }

    /** Decodes a string literal, cut to the length of a name. */
    public static String shown(byte[] bytes, int from, int to) {
        return to - from > PostedObject.LONGEST_TEXT
                ? beginning(bytes, from, PostedObject.LONGEST_TEXT) + "..."
                : decode(bytes, from, to);
    }

    /**
     * Decodes the beginning of the string literal at {@code from}, of which at least {@code length} bytes are present.
     */
    static String beginning(byte[] bytes, int from, int length) {
        int at = from + 1;
        for (int next = after(bytes, at); next <= from + length; next = after(bytes, at)) {
            at = next;
        }
        return unescape(new String(bytes, from + 1, at - from - 1, StandardCharsets.UTF_8));
    }

    /** The end of the character at {@code at}, escaped or not. */
    private static int after(byte[] bytes, int at) {
        if (bytes[at] == '\\') {
            if (bytes[at + 1] != 'u') {
                return at + 2;
            }
            return Character.isHighSurrogate((char) Integer.parseInt(digits(bytes, at + 2), 16)) ? at + 12 : at + 6;
        }
        int end = at + 1;
        while ((bytes[end] & 0xc0) == 0x80) {
            end++;
        }
        return end;
    }

    private static String digits(byte[] bytes, int at) {
        return new String(bytes, at, 4, StandardCharsets.US_ASCII);
    }

    private static String unescape(String text) {
        var decoded = new StringBuilder(text.length());
        for (int index = 0; index < text.length(); index++) {
            char next = text.charAt(index);
            if (next != '\\') {
                decoded.append(next);
                continue;
            }
            index++;
            switch (text.charAt(index)) {
                case 'b' -> decoded.append('\b');
                case 'f' -> decoded.append('\f');
                case 'n' -> decoded.append('\n');
                case 'r' -> decoded.append('\r');
                case 't' -> decoded.append('\t');
                case 'u' -> {
                    decoded.append((char) Integer.parseInt(text, index + 1, index + 5, 16));
                    index += 4;
                }
                default -> decoded.append(text.charAt(index));
            }
        }
        return decoded.toString();
    }
}
