package dev.hyperterse.engines.postgres.rows;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.result.ColumnName;
import dev.hyperterse.calls.result.RowArray;
import dev.hyperterse.engines.postgres.wire.message.WireFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The columns of a statement's result with their encoders. Made once for each description of the result.
 *
 * @param types the OID of each column's type
 */
public record Columns(ColumnName[] names, CellEncoder[] encoders, String[] labels, int[] types) {
    private static final int LENGTH = 4;
    private static final int NULL = -1;

    public static Columns of(List<String> labels, int[] types, CellEncoder[] encoders) {
        return new Columns(
                ColumnName.of(labels).toArray(ColumnName[]::new), encoders, labels.toArray(String[]::new), types);
    }

    /** Whether the engine describes the same columns. */
    public boolean describe(List<String> described, int[] theirTypes) {
        return Arrays.equals(types, theirTypes) && Arrays.asList(labels).equals(described);
    }

    /** Whether a row in the engine's format has as many fields. */
    public boolean describeRow(byte[] bytes, int from, int to) {
        return to - from >= 2 && WireFormat.int2(bytes, from) == names.length;
    }

    /**
     * Writes one row in the engine's format: a count, then length and text of each field; -1 is the length of NULL.
     *
     * @throws IndexOutOfBoundsException when {@code [from, to)} is malformed
     */
    public void writeRow(byte[] bytes, int from, int to, RowArray array, ResultBuffer out) {
        if (!array.beginRow()) {
            return;
        }
        try {
            writeFields(bytes, from + 2, to, out);
            array.endRow(names.length);
        } catch (ResultTooLarge tooLarge) {
            array.leaveOut(tooLarge);
        }
    }

    private void writeFields(byte[] bytes, int from, int to, ResultBuffer out) {
        var at = from;
        for (var index = 0; index < names.length; index++) {
            var length = WireFormat.int4(bytes, Objects.checkFromIndexSize(at, LENGTH, to));
            at += LENGTH;
            names[index].write(out);
            if (length == NULL) {
                out.raw(RowArray.NULL);
            } else {
                encoders[index].write(bytes, at, at + Objects.checkIndex(length, to - at + 1), out);
                at += length;
            }
        }
        Objects.checkFromToIndex(to, at, to);
    }
}
