package dev.hyperterse.engines.postgres.rows;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Encodes the text of a Postgres field as JSON, on bytes. Each encoder writes one complete JSON value for any text: it
 * checks bytes before it copies them. Only {@link #JSON} trusts the engine, and is used for the engine's own types
 * alone.
 */
@FunctionalInterface
public interface CellEncoder {
    void write(byte[] cell, int from, int to, ResultBuffer out);

    byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    CellEncoder TEXT = (cell, from, to, out) -> out.quoted(cell, from, to);
    CellEncoder JSON = (cell, from, to, out) -> out.json(cell, from, to);
    CellEncoder TIMESTAMP = TimestampEncoder::write;
    CellEncoder HEXADECIMAL = HexEncoder::write;

    /** NaN and the infinities are null, because JSON has no numbers for them. */
    CellEncoder NUMBER = (cell, from, to, out) -> {
        if (JsonNumber.is(cell, from, to)) {
            out.raw(cell, from, to);
        } else if (isNotFinite(cell, from, to)) {
            out.raw(NULL);
        } else {
            out.quoted(cell, from, to);
        }
    };

    CellEncoder BOOLEAN = (cell, from, to, out) -> {
        if (to - from == 1 && (cell[from] == 't' || cell[from] == 'f')) {
            out.raw(cell[from] == 't' ? TRUE : FALSE);
        } else {
            out.quoted(cell, from, to);
        }
    };

    private static boolean isNotFinite(byte[] cell, int from, int to) {
        return switch (new String(cell, from, to - from, StandardCharsets.ISO_8859_1)) {
            case "NaN", "Infinity", "-Infinity" -> true;
            default -> false;
        };
    }
}
