package dev.hyperterse.runtime.connector.postgres.rows;

import dev.hyperterse.runtime.connector.postgres.wire.WireFormat;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.ColumnName;
import dev.hyperterse.runtime.result.RowArray;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.postgresql.jdbc.PgResultSet;

/**
 * The columns of a statement's result, and how their text becomes JSON. Learned once for each description of the result.
 *
 * @param types the engine's number of each column's type
 */
public record Columns(ColumnName[] names, CellEncoder[] encoders, String[] labels, int[] types) {
    private static final int LENGTH = 4;
    private static final int NULL = -1;

    public static Columns of(PgResultSet rows, Connection connection) throws SQLException {
        var metaData = rows.getMetaData();
        var types = new int[metaData.getColumnCount()];
        List<String> labels = new ArrayList<>();
        for (var index = 0; index < types.length; index++) {
            labels.add(metaData.getColumnLabel(index + 1));
            types[index] = rows.getColumnOID(index + 1);
        }
        return of(labels, types, PostgresTypes.encoders(types, connection));
    }

    public static Columns of(List<String> labels, int[] types, CellEncoder[] encoders) {
        return new Columns(
                ColumnName.of(labels).toArray(ColumnName[]::new), encoders, labels.toArray(String[]::new), types);
    }

    /** Whether they fit these rows. The driver prepares a statement again behind our back when a table has changed. */
    public boolean describe(PgResultSet rows) throws SQLException {
        var metaData = rows.getMetaData();
        if (metaData.getColumnCount() != labels.length) {
            return false;
        }
        for (var index = 0; index < labels.length; index++) {
            if (rows.getColumnOID(index + 1) != types[index]
                    || !metaData.getColumnLabel(index + 1).equals(labels[index])) {
                return false;
            }
        }
        return true;
    }

    /** The rows as a JSON array, in the buffer's form. */
    public int write(ResultSet rows, int maxRows, ResultBuffer out) throws SQLException {
        var array = new RowArray(out, maxRows);
        while (rows.next()) {
            array.beginRow();
            for (var index = 0; index < names.length; index++) {
                var cell = rows.getBytes(index + 1);
                names[index].write(out);
                if (cell == null) {
                    out.raw(RowArray.NULL);
                } else {
                    encoders[index].write(cell, 0, cell.length, out);
                }
            }
            array.endRow(names.length);
        }
        return array.end();
    }

    /** Whether they are what the engine describes. */
    public boolean describe(List<String> described, int[] theirTypes) {
        return Arrays.equals(types, theirTypes) && Arrays.asList(labels).equals(described);
    }

    /** Whether a row, as the engine sends it, has as many fields. */
    public boolean describeRow(byte[] bytes, int from, int to) {
        return to - from >= 2 && WireFormat.int2(bytes, from) == names.length;
    }

    /**
     * One row as the engine sends it: a count, then length and text of each field, -1 being the length of NULL.
     *
     * @throws IndexOutOfBoundsException when that is not what stands in {@code [from, to)}
     */
    public void writeRow(byte[] bytes, int from, int to, RowArray array, ResultBuffer out) {
        array.beginRow();
        var at = from + 2;
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
        array.endRow(names.length);
    }
}
