package dev.hyperterse.calls.result;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A complete result as a connector writes it: three lines of JSON, the content, the structured content and {@code _meta},
 * of which the last two may be empty. JSON without white space has no line breaks, so the lines need no parser.
 */
public final class WholeResult {
    private static final byte[] LINE = {'\n'};

    /** Bytes for a byte of the result while it is written: as a character and in UTF-8. */
    private static final long WHILE_WRITTEN = 4;

    private WholeResult() {}

    /** Writes the lines. @param content the array of its pieces, without white space, like the objects */
    public static void write(ResultBuffer content, ResultBuffer structured, ResultBuffer meta, ResultBuffer out) {
        out.raw(content.array(), 0, content.size()).raw(LINE);
        out.raw(structured.array(), 0, structured.size()).raw(LINE);
        out.raw(meta.array(), 0, meta.size());
    }

    /** Passes lines on to the result of a call. @param rules what a model may read of them, and whether strangers wrote them */
    public static void pass(ResultBuffer lines, ResultWriter result, Reservation memory, RowRules rules) {
        memory.take(WHILE_WRITTEN * lines.size());
        var first = end(lines, 0);
        var second = end(lines, first + 1);
        result.whole(
                text(lines, 0, first),
                Optional.of(text(lines, first + 1, second)).filter(json -> !json.isEmpty()),
                false,
                Optional.of(text(lines, second + 1, lines.size())).filter(json -> !json.isEmpty()),
                rules);
    }

    private static int end(ResultBuffer lines, int from) {
        var at = from;
        while (lines.array()[at] != '\n') {
            at++;
        }
        return at;
    }

    private static String text(ResultBuffer lines, int from, int to) {
        return new String(lines.array(), from, to - from, StandardCharsets.UTF_8);
    }
}
