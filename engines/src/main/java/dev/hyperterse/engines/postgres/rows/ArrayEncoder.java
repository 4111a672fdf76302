package dev.hyperterse.engines.postgres.rows;

import dev.hyperterse.calls.memory.ResultBuffer;

/**
 * An array literal of Postgres as a JSON array: <code>{1,NULL,{"a b"}}</code>, and with bounds of its own
 * <code>[2:3]={1,2}</code>. Any other text is written as a string.
 */
record ArrayEncoder(CellEncoder item, char delimiter) implements CellEncoder {
    private static final int MALFORMED = -1;

    @Override
    public void write(byte[] cell, int from, int to, ResultBuffer out) {
        var mark = out.size();
        if (!elements(cell, behindBounds(cell, from, to), to, out)) {
            out.resetTo(mark);
            out.quoted(cell, from, to);
        }
    }

    private static int behindBounds(byte[] cell, int from, int to) {
        var at = from;
        if (from < to && cell[from] == '[') {
            while (at < to && cell[at] != '{') {
                at++;
            }
        }
        return at;
    }

    private boolean elements(byte[] cell, int from, int to, ResultBuffer out) {
        var depth = 0;
        var expected = true;
        var opened = false;
        var at = from;
        while (at < to) {
            var character = cell[at];
            if (character == '}') {
                if (depth == 0 || expected && !opened) {
                    return false;
                }
                out.json(']');
                expected = false;
                at++;
                if (--depth == 0) {
                    return at == to;
                }
            } else if (character == delimiter) {
                if (expected || depth == 0) {
                    return false;
                }
                out.json(',');
                expected = true;
                at++;
            } else if (!expected || depth == 0 && character != '{') {
                return false;
            } else if (character == '{') {
                out.json('[');
                depth++;
                at++;
            } else {
                at = character == '"' ? quoted(cell, at + 1, to, out) : bare(cell, at, to, out);
                if (at == MALFORMED) {
                    return false;
                }
                expected = false;
            }
            opened = character == '{';
        }
        return false;
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

    /** Returns the position behind the closing quote. */
    private int quoted(byte[] cell, int from, int to, ResultBuffer out) {
        var end = from;
        var escapes = 0;
        while (end < to && cell[end] != '"') {
            if (cell[end] == '\\') {
                escapes++;
                end++;
            }
            end++;
        }
        if (end >= to) {
            return MALFORMED;
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
