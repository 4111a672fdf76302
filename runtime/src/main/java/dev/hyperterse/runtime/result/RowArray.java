package dev.hyperterse.runtime.result;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;

/** The rows of one result, written as a JSON array of objects in the form of its buffer. */
public final class RowArray {
    public static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final ResultBuffer out;
    private final int maxRows;
    private int rows;

    public RowArray(ResultBuffer out, int maxRows) {
        this.out = out;
        this.maxRows = maxRows;
    }

    /** The values of the row follow, each behind the name of its column. */
    public void beginRow() {
        if (rows == maxRows) {
            throw new CallFailure(Stage.RESULT, "the statement returns more than %d rows".formatted(maxRows));
        }
        rows++;
        out.json(rows == 1 ? '[' : ',');
    }

    public void endRow(int columns) {
        if (columns == 0) {
            out.json('{');
        }
        out.json('}');
    }

    /** @return the number of rows */
    public int end() {
        if (rows == 0) {
            out.json('[');
        }
        out.json(']');
        return rows;
    }

    public int rows() {
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
