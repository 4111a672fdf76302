package dev.hyperterse.engines.postgres.rows;

import dev.hyperterse.calls.memory.ResultBuffer;

/**
 * {@code 2025-01-01 11:26:21.5+00} as {@code 2025-01-01T11:26:21.5Z}; the session's zone is UTC, so the offset is 0.
 */
final class TimestampEncoder {
    private static final int OFFSET_LENGTH = "+00".length();

    private TimestampEncoder() {}

    static void write(byte[] cell, int from, int to, ResultBuffer out) {
        var space = from;
        while (space < to && cell[space] != ' ') {
            space++;
        }
        var last = space == to ? ' ' : cell[to - 1];
        if (last < '0' || last > '9') {
            // infinity, or a year with BC.
            out.quoted(cell, from, to);
            return;
        }
        var zoned = to - OFFSET_LENGTH > space && cell[to - OFFSET_LENGTH] == '+';
        out.json('"').text(cell, from, space).json('T');
        out.text(cell, space + 1, zoned ? to - OFFSET_LENGTH : to);
        if (zoned) {
            out.json('Z');
        }
        out.json('"');
    }
}
