package dev.hyperterse.runtime.connector;

import dev.hyperterse.runtime.pipeline.CallFailure;
import dev.hyperterse.runtime.pipeline.ResultBuffer;
import dev.hyperterse.runtime.pipeline.Stage;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.postgresql.jdbc.PgResultSet;

/**
 * The columns of a statement's result, and how their text becomes JSON. Learned once for each description of the result.
 *
 * @param types the engine's number of each column's type
 */
record Columns(Column[] columns, String[] labels, int[] types) {
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    static Columns of(PgResultSet rows, Connection connection) throws SQLException {
        var metaData = rows.getMetaData();
        var types = new int[metaData.getColumnCount()];
        List<String> labels = new ArrayList<>();
        for (var index = 0; index < types.length; index++) {
            labels.add(metaData.getColumnLabel(index + 1));
            types[index] = rows.getColumnOID(index + 1);
        }
        return of(labels, types, PostgresTypes.encoders(types, connection));
    }

    static Columns of(List<String> labels, int[] types, CellEncoder[] encoders) {
        var names = distinct(labels);
        var columns = new Column[names.size()];
        for (var index = 0; index < columns.length; index++) {
            columns[index] = Column.of(names.get(index), index == 0, encoders[index]);
        }
        return new Columns(columns, labels.toArray(String[]::new), types);
    }

    /** Whether they fit these rows. The driver prepares a statement again behind our back when a table has changed. */
    boolean describe(PgResultSet rows) throws SQLException {
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

    /** The second {@code id} is {@code id_2}, unless there is one already. */
    static List<String> distinct(List<String> labels) {
        var taken = new HashSet<>(labels);
        var seen = new HashSet<String>();
        List<String> names = new ArrayList<>();
        for (var label : labels) {
            var name = label;
            for (var number = 2; !seen.add(name); number++) {
                name = taken.contains(label + "_" + number) ? name : label + "_" + number;
            }
            names.add(name);
        }
        return names;
    }

    /** What a statement without rows says. */
    static void affected(int rows, ResultBuffer out) {
        out.json('[')
                .json('{')
                .quoted("affected")
                .json(':')
                .ascii(Integer.toString(rows))
                .json('}')
                .json(']');
    }

    /** The rows as a JSON array, in the buffer's form. */
    int write(ResultSet rows, int maxRows, ResultBuffer out) throws SQLException {
        var inside = out.form() == ResultBuffer.Form.INSIDE_STRING;
        var count = 0;
        out.json('[');
        while (rows.next()) {
            tooMany(++count, maxRows);
            if (count > 1) {
                out.json(',');
            }
            for (var index = 0; index < columns.length; index++) {
                var column = columns[index];
                var cell = rows.getBytes(index + 1);
                out.raw(inside ? column.prefixInside() : column.prefix());
                if (cell == null) {
                    out.raw(NULL);
                } else {
                    column.encoder().write(cell, 0, cell.length, out);
                }
            }
            if (columns.length == 0) {
                out.json('{');
            }
            out.json('}');
        }
        out.json(']');
        return count;
    }

    /** Whether a row, as the engine sends it, has as many fields. */
    boolean describeRow(byte[] bytes, int from) {
        return int2(bytes, from) == columns.length;
    }

    /**
     * One row as the engine sends it: a count, then length and text of each field, -1 being the length of NULL.
     *
     * @throws IndexOutOfBoundsException when that is not what stands in {@code [from, to)}
     */
    void writeRow(byte[] bytes, int from, int to, ResultBuffer out) {
        var inside = out.form() == ResultBuffer.Form.INSIDE_STRING;
        var at = from + 2;
        for (var column : columns) {
            var length = int4(bytes, at);
            at += 4;
            out.raw(inside ? column.prefixInside() : column.prefix());
            if (length < 0) {
                out.raw(NULL);
            } else {
                column.encoder().write(bytes, at, at + Objects.checkIndex(length, to - at + 1), out);
                at += length;
            }
        }
        if (columns.length == 0) {
            out.json('{');
        }
        out.json('}');
    }

    static int int2(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    static int int4(byte[] bytes, int at) {
        return int2(bytes, at) << 16 | int2(bytes, at + 2);
    }

    static void tooMany(int count, int maxRows) {
        if (count > maxRows) {
            throw new CallFailure(Stage.RESULT, "the statement returns more than %d rows".formatted(maxRows));
        }
    }
}
