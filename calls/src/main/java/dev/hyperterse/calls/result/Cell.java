package dev.hyperterse.calls.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The text of a cell: the content of a JSON string, other JSON unchanged, empty for NULL.
 *
 * @param present whether there is a value; an empty text is a value
 */
record Cell(byte[] utf8, int from, int to, boolean present) {
    private static final Cell ABSENT = new Cell(new byte[0], 0, 0, false);

    /** Replaces bytes; empty for a byte that stays. */
    @FunctionalInterface
    interface Replacement {
        Optional<byte[]> of(byte character);
    }

    static Cell of(byte[] json) {
        return of(json, 0, json.length);
    }

    static Cell of(byte[] json, int from, int to) {
        if (from == to || json[from] == 'n') {
            return ABSENT;
        }
        if (json[from] != '"') {
            return new Cell(json, from, to, true);
        }
        for (var at = from; at < to; at++) {
            if (json[at] == '\\') {
                var text = JsonMapper.shared().readValue(json, from, to - from, String.class);
                var decoded = text.getBytes(StandardCharsets.UTF_8);
                return new Cell(decoded, 0, decoded.length, true);
            }
        }
        return new Cell(json, from + 1, to - 1, true);
    }

    String text() {
        return new String(utf8, from, to - from, StandardCharsets.UTF_8);
    }

    /**
     * Whether RFC 4180 requires quotes, or they distinguish an empty text from NULL or protect spaces from trimming.
     */
    boolean isQuotedInCsv() {
        if (from == to) {
            return present;
        }
        for (var at = from; at < to; at++) {
            switch (utf8[at]) {
                case ',', '"', '\n', '\r' -> {
                    return true;
                }
                default -> {}
            }
        }
        return utf8[from] == ' ' || utf8[to - 1] == ' ';
    }

    void write(ResultBuffer out) {
        out.json(utf8, from, to);
    }

    void writeReplacing(ResultBuffer out, Replacement replacement) {
        var start = from;
        for (var at = from; at < to; at++) {
            var replaced = replacement.of(utf8[at]);
            if (replaced.isPresent()) {
                out.json(utf8, start, at).json(replaced.get());
                start = at + 1;
            }
        }
        out.json(utf8, start, to);
    }
}
