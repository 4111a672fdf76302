package dev.hyperterse.engines.redis;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.memory.Utf8;
import dev.hyperterse.calls.result.ColumnName;
import dev.hyperterse.calls.result.RowArray;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Writes a reply as rows while it is read. An array or set is a row for each of its items, a map is one row with its
 * keys as columns, any other reply is one row; all but maps are written in the column {@code value}.
 */
final class ReplyRows {
    private static final ColumnName VALUE = ColumnName.of(List.of("value")).getFirst();
    private static final int DEEPEST = 32;
    private static final int MOST_READ_OVER = 1_000;
    /** Three letters of the format of a verbatim text, and a colon. */
    private static final int FORMAT = 4;

    /** A multiple of three bytes. */
    private static final int BASE64_STEP = 6 * 1024;

    private final ReplyInput in;
    private final Reservation memory;
    private final ResultBuffer out;
    private final RowArray rows;
    private boolean unread;

    ReplyRows(ReplyInput in, int maxRows, Reservation memory, ResultBuffer out) {
        this.in = in;
        this.memory = memory;
        this.out = out;
        this.rows = new RowArray(out, maxRows);
    }

    /** @return an error of the engine; otherwise the reply was written */
    Optional<ErrorReply> write() throws IOException {
        var type = in.read();
        while (type == '>' || type == '|') {
            skipPairsOrItems(type);
            type = in.read();
        }
        switch (type) {
            case '-' -> {
                return Optional.of(ErrorReply.of(in.line()));
            }
            case '!' -> {
                return Optional.of(longError());
            }
            case '*', '~' -> items(in.length());
            case '%' -> map(in.length());
            default -> {
                rows.beginRow();
                cell(type);
            }
        }
        rows.end();
        return Optional.empty();
    }

    int rows() {
        return rows.written();
    }

    private void items(long count) throws IOException {
        if (count < 0 && rows.beginRow()) {
            VALUE.write(out);
            out.raw(RowArray.NULL);
            rows.endRow(1);
        }
        for (var index = 0L; index < count; index++) {
            if (!rows.beginRow()) {
                leaveOut(count - index);
                return;
            }
            try {
                cell(in.read());
            } catch (ResultTooLarge tooLarge) {
                unread = true;
                rows.leaveOut(tooLarge);
                return;
            }
        }
    }

    /** Skips a few items; for many, closing the connection costs less. */
    private void leaveOut(long items) throws IOException {
        if (items > MOST_READ_OVER) {
            unread = true;
            return;
        }
        for (var index = 0L; index < items; index++) {
            in.skipReply();
        }
    }

    /** Whether a part of the reply was not read, so that the connection cannot be used again. */
    boolean isUnread() {
        return unread;
    }

    private void map(long count) throws IOException {
        if (count > 0 && rows.beginRow()) {
            entries(count, 1);
            rows.endRow(1);
        }
    }

    private void cell(int type) throws IOException {
        VALUE.write(out);
        value(type, 1);
        rows.endRow(1);
    }

    private void value(int type, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new UnexpectedReply("a reply that is too deep");
        }
        switch (type) {
            case '$' -> text(in.length());
            case '=' -> verbatim(in.length());
            case '+' -> out.quoted(in.line());
            case ':', '(' -> out.ascii(digits(in.line()));
            case ',' -> out.ascii(number(in.line()));
            case '#' -> out.ascii(in.line().equals("t") ? "true" : "false");
            case '_' -> {
                in.line();
                out.raw(RowArray.NULL);
            }
            case '*', '~', '>' -> array(in.length(), depth);
            case '%' -> object(in.length(), depth);
            case '|' -> {
                skipPairsOrItems(type);
                value(in.read(), depth);
            }
            case '-' -> error(ErrorReply.of(in.line()));
            case '!' -> error(longError());
            default -> throw new UnexpectedReply("a type of reply");
        }
    }

    /** An error among the items of a reply; the other items have values. */
    private void error(ErrorReply error) {
        out.json('{')
                .quoted("error")
                .json(':')
                .quoted(error.ofCall().getMessage())
                .json('}');
    }

    private void array(long count, int depth) throws IOException {
        if (count < 0) {
            out.raw(RowArray.NULL);
            return;
        }
        out.json('[');
        for (var index = 0L; index < count; index++) {
            if (index > 0) {
                out.json(',');
            }
            value(in.read(), depth + 1);
        }
        out.json(']');
    }

    private void object(long count, int depth) throws IOException {
        if (count <= 0) {
            out.json('{');
        } else {
            entries(count, depth + 1);
        }
        out.json('}');
    }

    /** Writes the entries of a map, with the opening brace but without the closing one. */
    private void entries(long count, int depth) throws IOException {
        for (var index = 0L; index < count; index++) {
            out.json(index == 0 ? '{' : ',');
            key();
            out.json(':');
            value(in.read(), depth);
        }
    }

    /** A name in JSON is a text. */
    private void key() throws IOException {
        var type = in.read();
        switch (type) {
            case '$' -> text(in.length());
            case '=' -> verbatim(in.length());
            case '+', ':', '(', ',', '#' -> out.quoted(in.line());
            default -> throw new UnexpectedReply("a key of a map");
        }
    }

    private void verbatim(long length) throws IOException {
        if (length < FORMAT) {
            throw new UnexpectedReply("a text without a format");
        }
        in.skip(FORMAT);
        text(length - FORMAT);
    }

    private void text(long length) throws IOException {
        if (length < 0) {
            out.raw(RowArray.NULL);
            return;
        }
        // Text does not get shorter as JSON, so a text that cannot fit is not read.
        if (length > out.maxSize() - out.size()) {
            throw new ResultTooLarge(out.maxSize());
        }
        in.value((int) length, memory, this::text);
    }

    private void text(byte[] bytes, int from, int to) {
        if (Utf8.isWellFormed(bytes, from, to)) {
            out.quoted(bytes, from, to);
            return;
        }
        out.json('"');
        for (var at = from; at < to; at += BASE64_STEP) {
            var piece = Arrays.copyOfRange(bytes, at, Math.min(at + BASE64_STEP, to));
            out.raw(Base64.getEncoder().encode(piece));
        }
        out.json('"');
    }

    private ErrorReply longError() throws IOException {
        return ErrorReply.of(String.valueOf(in.ownText(in.length())));
    }

    private void skipPairsOrItems(int type) throws IOException {
        var count = in.length() * (type == '|' ? 2 : 1);
        for (var index = 0L; index < count; index++) {
            in.skipReply();
        }
    }

    private static String digits(String line) throws IOException {
        var from = line.startsWith("-") ? 1 : 0;
        if (line.length() == from || line.chars().skip(from).anyMatch(digit -> digit < '0' || digit > '9')) {
            throw new UnexpectedReply("a number");
        }
        return line;
    }

    /** Infinities and NaN become null, because JSON does not have them. */
    private static String number(String line) throws IOException {
        try {
            var number = Double.parseDouble(
                    switch (line) {
                        case "inf" -> "Infinity";
                        case "-inf" -> "-Infinity";
                        case "nan", "-nan" -> "NaN";
                        default -> line;
                    });
            return Double.isFinite(number) ? new BigDecimal(line).toString() : "null";
        } catch (NumberFormatException none) {
            throw new UnexpectedReply("a number");
        }
    }
}
