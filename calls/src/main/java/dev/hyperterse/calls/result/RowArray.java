package dev.hyperterse.calls.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.memory.RowsEnd;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes the rows of one result as a JSON array of objects in the form of the buffer. It enforces the limits of adapter
 * and tool for all engines: connectors request {@link #wanted()} rows, and a tool that truncates ends before the first
 * row that does not fit into its answer.
 */
public final class RowArray {
    public static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    /** Room behind the rows for the notice that they are truncated, and the end of the answer. */
    static final int BEHIND_ROWS = 2 * 1024;

    private final ResultBuffer out;
    private final int allowedByAdapter;
    private final int maxRows;
    private final int start;
    private int received;
    private int written;
    private int beginning;
    private boolean full;

    /** @param maxRows the limit of the adapter; the buffer has that of the tool */
    public RowArray(ResultBuffer out, int maxRows) {
        this.out = out;
        this.allowedByAdapter = maxRows;
        this.maxRows = Math.min(maxRows, out.rowLimit().most());
        this.start = out.size();
    }

    /** The number of rows to request from the engine: one more than allowed, to detect an excess. */
    public int wanted() {
        return maxRows + 1;
    }

    /**
     * Begins a row; its values follow, each behind the name of its column.
     *
     * @return false when the row is left out, and must not be written
     */
    public boolean beginRow() {
        received++;
        if (full || written == maxRows) {
            requireTruncation();
            return false;
        }
        beginning = out.size();
        out.json(written == 0 ? '[' : ',');
        written++;
        if (out.rowMask().isPresent()) {
            out.plain();
        }
        return true;
    }

    private void requireTruncation() {
        var limit = out.rowLimit();
        if (limit.truncates()) {
            return;
        }
        var tooMany = "the result has more than " + (maxRows == 1 ? "one row" : maxRows + " rows");
        throw new CallFailure(
                Stage.RESULT,
                limit.most() == Integer.MAX_VALUE
                        ? tooMany
                        : "%s; the tool allows %d, its adapter %d".formatted(tooMany, limit.most(), allowedByAdapter));
    }

    /** @throws ResultTooLarge when a tool that truncates has no room for it */
    public void endRow(int columns) {
        if (columns == 0) {
            out.json('{');
        }
        out.json('}');
        mask();
        endDocument();
    }

    /** Here, because the rows of every engine end here: nothing behind it has seen the values. */
    private void mask() {
        var mask = out.rowMask();
        if (mask.isPresent()) {
            var from = beginning + 1;
            try (var row = out.another()) {
                row.raw(out.array(), from, out.size());
                out.resetTo(from);
                mask.get().write(row.array(), out);
            }
        }
    }

    /**
     * Ends a row that was written with its braces.
     *
     * @throws ResultTooLarge if the tool truncates and has no space for it
     */
    public void endDocument() {
        var limit = out.rowLimit();
        if (!limit.truncates()) {
            return;
        }
        out.requireRoom(BEHIND_ROWS);
        if (written > 1 && out.size() - start > limit.enough()) {
            throw new ResultTooLarge(limit.enough());
        }
    }

    /**
     * The current row does not fit: it and the following rows are left out.
     *
     * @throws CallFailure when the tool does not truncate or no row fits
     */
    public void leaveOut(ResultTooLarge tooLarge) {
        written--;
        fill(tooLarge);
        out.resetTo(beginning);
    }

    /**
     * Omits a row that was not read, because it is larger than any result.
     *
     * @throws CallFailure if the tool does not truncate, or no row fits
     */
    public void leaveOutUnread(ResultTooLarge tooLarge) {
        received++;
        fill(tooLarge);
    }

    private void fill(ResultTooLarge tooLarge) {
        if (!out.rowLimit().truncates()) {
            throw tooLarge;
        }
        if (written == 0) {
            throw firstRowTooLarge(tooLarge);
        }
        full = true;
    }

    /** The failure if not even one row fits. */
    static CallFailure firstRowTooLarge(ResultTooLarge tooLarge) {
        return new CallFailure(
                Stage.RESULT,
                tooLarge.getMessage() + " with its first row alone; select fewer columns or shorter values");
    }

    /**
     * @param columns of the result, to describe an empty result
     * @return the number of rows of the answer
     */
    public int end(String... columns) {
        if (written == 0) {
            out.json('[');
        }
        out.json(']');
        out.endRows(
                isTruncated()
                        ? RowsEnd.TRUNCATED
                        : written > 0 || columns.length == 0
                                ? RowsEnd.COMPLETE
                                : new RowsEnd(false, ColumnName.distinct(List.of(columns))));
        return written;
    }

    /** Whether a row was left out. */
    public boolean isTruncated() {
        return received > written;
    }

    /** Whether the answer has no room for another row. */
    public boolean isFull() {
        return full;
    }

    /** The number of rows in the answer. */
    public int written() {
        return written;
    }

    /** The number of rows that the engine has sent. */
    public int received() {
        return received;
    }

    /** The result of a statement without rows. */
    public static void affected(long rows, ResultBuffer out) {
        out.json('[')
                .json('{')
                .quoted("affected")
                .json(':')
                .ascii(Long.toString(rows))
                .json('}')
                .json(']');
    }
}
