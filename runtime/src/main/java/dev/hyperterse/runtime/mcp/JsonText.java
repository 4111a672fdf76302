package dev.hyperterse.runtime.mcp;

import java.nio.charset.StandardCharsets;

/** Strings out of and into JSON text that {@link JsonScanner} has already accepted. */
final class JsonText {
    private JsonText() {}

    /** The string whose literal, quotes included, lies at {@code [from, to)}. */
    static String decode(byte[] bytes, int from, int to) {
        int backslash = from + 1;
        while (backslash < to - 1 && bytes[backslash] != '\\') {
            backslash++;
        }
        var plain = new String(bytes, from + 1, to - from - 2, StandardCharsets.UTF_8);
        return backslash == to - 1 ? plain : unescape(plain);
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
