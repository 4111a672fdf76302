package dev.hyperterse.runtime.result;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The rows of one result, written as a JSON array of objects in the form of its buffer. It enforces the limits of adapter and
 * tool for all engines: each asks its engine for {@link #wanted()} rows.
 */
public final class RowArray {
    public static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final ResultBuffer out;
    private final int allowedByAdapter;
    private final int maxRows;
    private int rows;

    /** @param maxRows the limit of the adapter; the buffer has that of the tool */
    public RowArray(ResultBuffer out, int maxRows) {
        this.out = out;
        this.allowedByAdapter = maxRows;
        this.maxRows = Math.min(maxRows, out.rowLimit().most());
    }

    /** How many rows the engine is asked for: one more than allowed, so that too many can be told from enough. */
    public int wanted() {
        return maxRows + 1;
    }

    /**
     * The values of the row follow, each behind the name of its column.
     *
     * @return false when the row is left out, and nothing of it is to be written
     */
    public boolean beginRow() {
        rows++;
        if (rows > maxRows) {
            requireTruncation();
            return false;
        }
        out.json(rows == 1 ? '[' : ',');
        return true;
    }

    private void requireTruncation() {
        var limit = out.rowLimit();
        if (limit.truncates()) {
            return;
        }
        var tooMany = "the statement returns more than " + (maxRows == 1 ? "one row" : maxRows + " rows");
        throw new CallFailure(
                Stage.RESULT,
                limit.most() == Integer.MAX_VALUE
                        ? tooMany
                        : "%s; the tool allows %d, its adapter %d".formatted(tooMany, limit.most(), allowedByAdapter));
    }

    public void endRow(int columns) {
        if (columns == 0) {
            out.json('{');
        }
        out.json('}');
    }

    /** @return the number of rows of the answer */
    public int end() {
        if (rows == 0) {
            out.json('[');
        }
        out.json(']');
        out.truncated(isTruncated());
        return written();
    }

    /** Whether a row was left out. */
    public boolean isTruncated() {
        return rows > maxRows;
    }

    /** How many rows the answer has. */
    public int written() {
        return Math.min(rows, maxRows);
    }

    /** How many rows the engine has sent. */
    public int received() {
        return rows;
    }

    /** What a statement without rows says. */
    public static void affected(int rows, ResultBuffer out) {
        out.json('[')
                .json('{')
                .quoted("affected")
                .json(':')
                .ascii(Integer.toString(rows))
                .json('}')
                .json(']');
    }
}
