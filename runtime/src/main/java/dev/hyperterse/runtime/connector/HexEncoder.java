package dev.hyperterse.runtime.connector;

import dev.hyperterse.runtime.pipeline.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** {@code \x0a0b}, as bytea stands inside of arrays, as base64. */
final class HexEncoder {
    private static final int PREFIX_LENGTH = "\\x".length();

    private HexEncoder() {}

    static void write(byte[] cell, int from, int to, ResultBuffer out) {
        var digits = new String(cell, from + PREFIX_LENGTH, to - from - PREFIX_LENGTH, StandardCharsets.US_ASCII);
        var bytes = HexFormat.of().parseHex(digits);
        CellEncoder.BINARY.write(bytes, 0, bytes.length, out);
    }
}
