package dev.hyperterse.runtime.audit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes one JSON object on one line of printable ASCII. All other characters of a value are escaped, so that a value
 * cannot end the line, add a member, or reach a terminal as a control sequence. Names are constants and need no
 * escaping.
 */
final class JsonLine {
    private static final int USUAL = 512;
    private static final int LONGEST_ESCAPE = 6;
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[USUAL];
    private int length;

    JsonLine put(String name, String value) {
        name(name);
        room(2 + LONGEST_ESCAPE * value.length());
        bytes[length++] = '"';
        for (var at = 0; at < value.length(); at++) {
            var character = value.charAt(at);
            if (isPlain(character)) {
                bytes[length++] = (byte) character;
            } else {
                escape(character);
            }
        }
        bytes[length++] = '"';
        return this;
    }

    JsonLine put(String name, long value) {
        return putRaw(name, Long.toString(value));
    }

    /** @param json a value on one line of printable ASCII */
    JsonLine putRaw(String name, String json) {
        name(name);
        ascii(json);
        return this;
    }

    /** Ends the object and the line. */
    byte[] end() {
        room(2);
        bytes[length++] = '}';
        bytes[length++] = '\n';
        return Arrays.copyOf(bytes, length);
    }

    private void name(String name) {
        ascii(length == 0 ? "{\"" : ",\"");
        ascii(name);
        ascii("\":");
    }

    private void ascii(String text) {
        room(text.length());
        for (var at = 0; at < text.length(); at++) {
            bytes[length + at] = (byte) text.charAt(at);
        }
        length += text.length();
    }

    private void escape(char character) {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        for (var shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = DIGITS[character >> shift & 0xf];
        }
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    private static boolean isPlain(char character) {
        return character >= ' ' && character <= '~' && character != '"' && character != '\\';
    }
}
