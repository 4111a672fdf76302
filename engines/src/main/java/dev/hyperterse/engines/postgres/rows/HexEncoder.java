package dev.hyperterse.engines.postgres.rows;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.util.Base64;
import java.util.HexFormat;

/** {@code \x0a0b}, the text of a bytea, as base64. */
final class HexEncoder {
    private static final int PREFIX = 2;
    /**
     * Bytes that are decoded at once, so that a long value is not copied as a whole; a multiple of three for base64.
     */
    private static final int PIECE = 3 * 1024;

    private HexEncoder() {}

    static void write(byte[] cell, int from, int to, ResultBuffer out) {
        if (!isHexadecimal(cell, from, to)) {
            // The session has another bytea_output.
            out.quoted(cell, from, to);
            return;
        }
        out.json('"');
        for (var at = from + PREFIX; at < to; at += 2 * PIECE) {
            out.raw(Base64.getEncoder().encode(decoded(cell, at, Math.min(to, at + 2 * PIECE))));
        }
        out.json('"');
    }

    private static boolean isHexadecimal(byte[] cell, int from, int to) {
        if ((to - from) % 2 != 0 || to - from < PREFIX || cell[from] != '\\' || cell[from + 1] != 'x') {
            return false;
        }
        for (var at = from + PREFIX; at < to; at++) {
            if (!HexFormat.isHexDigit(cell[at])) {
                return false;
            }
        }
        return true;
    }

    private static byte[] decoded(byte[] cell, int from, int to) {
        var bytes = new byte[(to - from) / 2];
        for (var index = 0; index < bytes.length; index++) {
            var at = from + 2 * index;
            bytes[index] = (byte) (HexFormat.fromHexDigit(cell[at]) << 4 | HexFormat.fromHexDigit(cell[at + 1]));
        }
        return bytes;
    }
}
