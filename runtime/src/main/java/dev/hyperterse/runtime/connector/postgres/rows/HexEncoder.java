package dev.hyperterse.runtime.connector.postgres.rows;

import dev.hyperterse.runtime.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** {@code \x0a0b}, as bytea stands inside of arrays, as base64. */
final class HexEncoder {
    private static final String PREFIX = "\\x";

    private HexEncoder() {}

    static void write(byte[] cell, int from, int to, ResultBuffer out) {
        var text = new String(cell, from, to - from, StandardCharsets.ISO_8859_1);
        var even = text.length() % 2 == 0;
        if (!even
                || !text.startsWith(PREFIX)
                || !text.chars().skip(PREFIX.length()).allMatch(HexFormat::isHexDigit)) {
            // Another bytea_output than the session was given.
            out.quoted(cell, from, to);
            return;
        }
        var bytes = HexFormat.of().parseHex(text, PREFIX.length(), text.length());
        CellEncoder.BINARY.write(bytes, 0, bytes.length, out);
    }
}
