package dev.hyperterse.runtime.audit;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * One JSON object on one line of printable ASCII: whatever else is in a value is escaped, so none ends the line, adds a member
 * or reaches a terminal as a control sequence. Names are ours and have none of it.
 */
final class JsonLine {
    private static final int USUAL = 512;
    private static final HexFormat HEX = HexFormat.of();

    private final StringBuilder text = new StringBuilder(USUAL);

    JsonLine put(String name, String value) {
        name(name).append('"');
        var plain = 0;
        for (var at = 0; at < value.length(); at++) {
            var character = value.charAt(at);
            if (!isPlain(character)) {
                text.append(value, plain, at).append("\\u").append(HEX.toHexDigits(character));
                plain = at + 1;
            }
        }
        text.append(value, plain, value.length()).append('"');
        return this;
    }

    JsonLine put(String name, long value) {
        name(name).append(value);
        return this;
    }

    /** @param json a value on one line of printable ASCII */
    JsonLine putRaw(String name, String json) {
        name(name).append(json);
        return this;
    }

    /** With the end of the line. */
    byte[] end() {
        return text.append("}\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private StringBuilder name(String name) {
        return text.append(text.isEmpty() ? '{' : ',').append('"').append(name).append("\":");
    }

    private static boolean isPlain(char character) {
        return character >= ' ' && character <= '~' && character != '"' && character != '\\';
    }
}
