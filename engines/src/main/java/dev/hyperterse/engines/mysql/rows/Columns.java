package dev.hyperterse.engines.mysql.rows;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.result.ColumnName;
import dev.hyperterse.calls.result.RowArray;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The columns of a statement's result, and how their values become JSON. Learned once for each description of the
 * result.
 */
public record Columns(ColumnName[] names, CellEncoder[] encoders, String[] labels, String[] types) {
    public static final Columns NONE =
            new Columns(new ColumnName[0], new CellEncoder[0], new String[] {"never described"}, new String[1]);

    /**
     * @param checksJson whether the engine admits only JSON to its JSON columns
     * @param plan whether the rows are a plan, which is one text in all formats but the tabular one
     */
    public static Columns of(ResultSetMetaData description, boolean checksJson, boolean plan) throws SQLException {
        var count = description.getColumnCount();
        var labels = new String[count];
        var types = new String[count];
        for (var index = 0; index < count; index++) {
            labels[index] = description.getColumnLabel(index + 1);
            types[index] = description.getColumnTypeName(index + 1);
        }
        return new Columns(
                ColumnName.of(List.of(labels)).toArray(ColumnName[]::new),
                Stream.of(types)
                        .map(type -> plan && count == 1 ? CellEncoder.PLAN : CellEncoder.of(type, checksJson))
                        .toArray(CellEncoder[]::new),
                labels,
                types);
    }

    /** Whether they fit these rows: a table may have changed since the statement was prepared. */
    public boolean describe(ResultSetMetaData description) throws SQLException {
        if (description.getColumnCount() != labels.length) {
            return false;
        }
        for (var index = 0; index < labels.length; index++) {
            if (!description.getColumnTypeName(index + 1).equals(types[index])
                    || !description.getColumnLabel(index + 1).equals(labels[index])) {
                return false;
            }
        }
        return true;
    }

    /** The row that the result is at, as an object of the array. */
    public void write(ResultSet rows, RowArray array, ResultBuffer out) throws SQLException {
        if (!array.beginRow()) {
            return;
        }
        try {
            for (var index = 0; index < names.length; index++) {
                names[index].write(out);
                encoders[index].write(rows, index + 1, out);
            }
            array.endRow(names.length);
        } catch (ResultTooLarge tooLarge) {
            array.leaveOut(tooLarge);
        }
    }
}
