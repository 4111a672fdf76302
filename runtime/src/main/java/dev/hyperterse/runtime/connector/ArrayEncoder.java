package dev.hyperterse.runtime.connector;

import dev.hyperterse.runtime.pipeline.ResultBuffer;

/**
 * An array literal of Postgres as a JSON array: <code>{1,NULL,{"a b"}}</code>, and with bounds of its own
 * <code>[2:3]={1,2}</code>.
 */
record ArrayEncoder(CellEncoder item, char delimiter) implements CellEncoder {
    @Override
    public void write(byte[] cell, int from, int to, ResultBuffer out) {
        var at = from;
        while (cell[at] != '{') {
            at++;
        }
        while (at < to) {
            at = element(cell, at, to, out);
        }
    }

    /** Writes what stands at a position, and returns the position behind it. */
    private int element(byte[] cell, int at, int to, ResultBuffer out) {
        return switch (cell[at]) {
            case '{' -> structure('[', at, out);
            case '}' -> structure(']', at, out);
            case '"' -> quoted(cell, at + 1, out);
            default -> cell[at] == delimiter ? structure(',', at, out) : bare(cell, at, to, out);
        };
    }

    private static int structure(char character, int at, ResultBuffer out) {
        out.json(character);
        return at + 1;
    }

    private int bare(byte[] cell, int from, int to, ResultBuffer out) {
        var end = from;
        while (end < to && cell[end] != delimiter && cell[end] != '}') {
            end++;
        }
        if (isNull(cell, from, end)) {
            out.raw(NULL);
        } else {
            item.write(cell, from, end, out);
        }
        return end;
    }

    private int quoted(byte[] cell, int from, ResultBuffer out) {
        var end = from;
        var escapes = 0;
        while (cell[end] != '"') {
            if (cell[end] == '\\') {
                escapes++;
                end++;
            }
            end++;
        }
        if (escapes == 0) {
            item.write(cell, from, end, out);
        } else {
            var unescaped = unescaped(cell, from, end, escapes);
            item.write(unescaped, 0, unescaped.length, out);
        }
        return end + 1;
    }

    private static byte[] unescaped(byte[] cell, int from, int end, int escapes) {
        var unescaped = new byte[end - from - escapes];
        var at = from;
        for (var index = 0; index < unescaped.length; index++) {
            if (cell[at] == '\\') {
                at++;
            }
            unescaped[index] = cell[at++];
        }
        return unescaped;
    }

    private static boolean isNull(byte[] cell, int from, int end) {
        return end - from == 4
                && cell[from] == 'N'
                && cell[from + 1] == 'U'
                && cell[from + 2] == 'L'
                && cell[from + 3] == 'L';
    }
}
