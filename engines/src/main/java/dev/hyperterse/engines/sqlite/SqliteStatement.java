package dev.hyperterse.engines.sqlite;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.result.ColumnName;
import dev.hyperterse.calls.result.RowArray;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;

/**
 * A variant prepared on one SQLite connection. In SQLite values have types, not columns, so each value is encoded by
 * its own.
 */
final class SqliteStatement implements AutoCloseable {
    private final PreparedStatement statement;
    private final SqlVariant variant;

    private SqliteStatement(PreparedStatement statement, SqlVariant variant) {
        this.statement = statement;
        this.variant = variant;
    }

    static int run(SqliteLease lease, BoundStatement bound, int maxRows, SqliteCall call, ResultBuffer out)
            throws SQLException {
        // Preparing also waits for locks: a new connection reads the schema.
        lease.begin(call.scope());
        try {
            if (bound.variant().isAdHoc()) {
                refuseWrites(lease);
            }
            if (bound.variant().isOnce()) {
                try (var once = prepare(lease, bound.variant())) {
                    return once.run(lease, bound.values(), maxRows, call, out);
                }
            }
            return lease.statement(bound.variant(), variant -> prepare(lease, variant))
                    .run(lease, bound.values(), maxRows, call, out);
        } catch (SQLException failed) {
            call.executionFailed(failed);
            // The driver closes an interrupted statement without notice.
            lease.forget(bound.variant());
            throw failed;
        } finally {
            lease.finish(call.scope());
        }
    }

    private static SqliteStatement prepare(SqliteLease lease, SqlVariant variant) throws SQLException {
        return new SqliteStatement(lease.connection().prepareStatement(variant.sql()), variant);
    }

    /** Refuses writes for the rest of the connection, which serves no other call. */
    private static void refuseWrites(SqliteLease lease) throws SQLException {
        try (var pragma = lease.connection().createStatement()) {
            pragma.execute("PRAGMA query_only = on");
        }
    }

    private int run(SqliteLease lease, Object[] values, int maxRows, SqliteCall call, ResultBuffer out)
            throws SQLException {
        for (var index = 0; index < values.length; index++) {
            bind(index + 1, variant.binds().get(index), values[index]);
        }
        var array = new RowArray(out, maxRows);
        // Set each time, because tools with other limits may share the statement.
        statement.setMaxRows(array.wanted());
        call.beginExecution(lease::waitsForLock);
        if (!statement.execute()) {
            call.endExecution();
            call.beginWriting();
            RowArray.affected(Math.max(0, statement.getUpdateCount()), out);
            return 1;
        }
        try (var rows = statement.getResultSet()) {
            return write(rows, array, call, out);
        }
    }

    private void bind(int position, SqlVariant.Bind bind, Object value) throws SQLException {
        if (value == null) {
            statement.setObject(position, null);
            return;
        }
        switch (bind) {
            case UNTYPED -> statement.setString(position, value.toString());
            case INT4, INT8 -> statement.setLong(position, (Long) value);
            case DECIMAL -> statement.setDouble(position, real((BigDecimal) value));
            case BOOLEAN -> statement.setInt(position, (Boolean) value ? 1 : 0);
        }
    }

    private static double real(BigDecimal value) {
        var real = value.doubleValue();
        if (Double.isInfinite(real)) {
            throw new CallFailure(Stage.BINDING, "a number is larger than SQLite can hold");
        }
        return real;
    }

    private static int write(ResultSet rows, RowArray array, SqliteCall call, ResultBuffer out) throws SQLException {
        // Read each time: the columns of SELECT * change with the table, and SQLite prepares the statement again by
        // itself.
        var labels = labels(rows);
        var columns = ColumnName.of(List.of(labels));
        while (!array.isTruncated() && rows.next()) {
            call.beginWriting();
            row(columns, rows, array, out);
            call.endWriting();
        }
        call.beginWriting();
        return array.end(labels);
    }

    private static void row(List<ColumnName> columns, ResultSet rows, RowArray array, ResultBuffer out)
            throws SQLException {
        if (!array.beginRow()) {
            return;
        }
        try {
            for (var index = 0; index < columns.size(); index++) {
                columns.get(index).write(out);
                cell(rows.getObject(index + 1), out);
            }
            array.endRow(columns.size());
        } catch (ResultTooLarge tooLarge) {
            array.leaveOut(tooLarge);
        }
    }

    private static void cell(Object value, ResultBuffer out) {
        switch (value) {
            case null -> out.raw(RowArray.NULL);
            case Integer number -> out.ascii(number.toString());
            case Long number -> out.ascii(number.toString());
            case Double number -> out.ascii(Double.isFinite(number) ? number.toString() : "null");
            case byte[] blob ->
                out.json('"').raw(Base64.getEncoder().encode(blob)).json('"');
            default -> out.quoted(value.toString());
        }
    }

    private static String[] labels(ResultSet rows) throws SQLException {
        var metaData = rows.getMetaData();
        var labels = new String[metaData.getColumnCount()];
        for (var index = 0; index < labels.length; index++) {
            labels[index] = metaData.getColumnLabel(index + 1);
        }
        return labels;
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
