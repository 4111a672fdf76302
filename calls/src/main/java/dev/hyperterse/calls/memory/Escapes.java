package dev.hyperterse.calls.memory;

import java.nio.charset.StandardCharsets;

/** The escapes of each byte of UTF-8 text in a JSON string, and in a nested JSON string; null for the byte itself. */
final class Escapes {
    static final byte[][] ONCE = table(1);
    static final byte[][] TWICE = table(2);

    private Escapes() {}

    private static byte[][] table(int times) {
        var table = new byte[256][];
        for (var character = 0; character < 0x80; character++) {
            var escaped = Character.toString(character);
            for (var time = 0; time < times; time++) {
                escaped = escape(escaped);
            }
            if (escaped.length() > 1) {
                table[character] = escaped.getBytes(StandardCharsets.US_ASCII);
            }
        }
        return table;
    }

    private static String escape(String text) {
        var escaped = new StringBuilder();
        text.chars().forEach(character -> escaped.append(escape((char) character)));
        return escaped.toString();
    }

    private static String escape(char character) {
        return switch (character) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> character < ' ' ? "\\u%04x".formatted((int) character) : Character.toString(character);
        };
    }
}
