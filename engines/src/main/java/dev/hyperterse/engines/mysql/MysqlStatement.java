package dev.hyperterse.engines.mysql;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.result.RowArray;
import dev.hyperterse.engines.Effect;
import dev.hyperterse.engines.jdbc.Lease;
import dev.hyperterse.engines.mysql.rows.Columns;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/** A variant prepared on one connection. Its rows are read one at a time, while the engine sends them. */
final class MysqlStatement implements AutoCloseable {
    /** The engine has forgotten the prepared statement, or cannot prepare it again after tables have changed. */
    private static final int FORGOTTEN = 1243;

    private static final int TABLES_CHANGED = 1615;

    private static final String EXPLAIN = "EXPLAIN";

    private final PreparedStatement statement;
    private final SqlVariant variant;
    private Columns columns = Columns.NONE;

    private MysqlStatement(PreparedStatement statement, SqlVariant variant) {
        this.statement = statement;
        this.variant = variant;
    }

    /**
     * The limits of a call's result.
     *
     * @param longestRow in bytes of the protocol
     * @param writes whether the statement may change something
     */
    record Bounds(int maxRows, long longestRow, boolean writes) {}

    static int run(MysqlLease lease, BoundStatement bound, Bounds bounds, CallScope scope, ResultBuffer out)
            throws SQLException {
        lease.begin(lease.mysql().driver()::cancelCurrentQuery, scope);
        lease.mysql().input().begin(bound.memory(), bounds.longestRow());
        try {
            scope.check();
            if (bound.variant().isAdHoc()) {
                beginReadOnly(lease);
            }
            var mark = out.size();
            try {
                return runPrepared(lease, bound, bounds, scope, out);
            } catch (SQLException failure) {
                if (failure.getErrorCode() != FORGOTTEN && failure.getErrorCode() != TABLES_CHANGED) {
                    throw failure;
                }
                // Neither has run anything.
                out.resetTo(mark);
                lease.forget(bound.variant());
                return runPrepared(lease, bound, bounds, scope, out);
            }
        } finally {
            lease.mysql().input().end();
            lease.finish(scope);
        }
    }

    /** The transaction ends with the connection, which serves no other call. */
    private static void beginReadOnly(MysqlLease lease) throws SQLException {
        try (var statement = lease.connection().createStatement()) {
            statement.execute("START TRANSACTION READ ONLY");
        }
    }

    /** Prepares and runs the text of a single call, and closes it afterwards. */
    private static int runPrepared(
            MysqlLease lease, BoundStatement bound, Bounds bounds, CallScope scope, ResultBuffer out)
            throws SQLException {
        if (bound.once().isEmpty()) {
            return lease.statement(bound.variant(), variant -> prepare(lease, variant, variant.sql()))
                    .execute(lease, bound, bounds, scope, out);
        }
        var once = prepare(lease, bound.variant(), bound.once().get());
        try {
            return once.execute(lease, bound, bounds, scope, out);
        } finally {
            Lease.closeQuietly(once);
        }
    }

    private static MysqlStatement prepare(MysqlLease lease, SqlVariant variant, String sql) throws SQLException {
        var statement = lease.connection().prepareStatement(sql);
        statement.setFetchSize(1);
        // Makes the driver prepare it now. If preparing failed during execution, the driver would insert values into
        // the text.
        statement.getParameterMetaData();
        return new MysqlStatement(statement, variant);
    }

    /** Needs no memory of a call: the engine's description of a statement is small. */
    static void prepareOnly(MysqlLease lease, SqlVariant variant) throws SQLException {
        try (var statement = lease.connection().prepareStatement(variant.sql())) {
            statement.getParameterMetaData();
        }
    }

    private int execute(MysqlLease lease, BoundStatement bound, Bounds bounds, CallScope scope, ResultBuffer out)
            throws SQLException {
        var values = bound.values();
        for (var index = 0; index < values.length; index++) {
            bind(index + 1, variant.binds().get(index), values[index]);
        }
        var array = new RowArray(out, bounds.maxRows());
        lease.limitRows(array.wanted(), bounds.maxRows() + 1);
        try {
            if (!statement.execute()) {
                return affected(bounds, out);
            }
            return rows(lease, array, bounds, scope, out);
        } finally {
            if (!lease.isClosed()) {
                // The statement stays open for the next call, and must not keep the values of this one.
                statement.clearParameters();
            }
        }
    }

    private int affected(Bounds bounds, ResultBuffer out) throws SQLException {
        var count = statement.getLargeUpdateCount();
        try {
            RowArray.affected(Math.max(0, count), out);
            return 1;
        } catch (CallFailure limit) {
            throw afterExecution(limit, bounds);
        }
    }

    private static CallFailure afterExecution(CallFailure limit, Bounds bounds) {
        return bounds.writes() ? Effect.DONE.of(limit) : limit;
    }

    private int rows(MysqlLease lease, RowArray array, Bounds bounds, CallScope scope, ResultBuffer out)
            throws SQLException {
        var rows = statement.getResultSet();
        if (!columns.describe(rows.getMetaData())) {
            columns = Columns.of(rows.getMetaData(), !lease.mysql().isMariaDb(), explains());
        }
        try {
            while (!array.isTruncated() && next(rows, lease, array, bounds)) {
                scope.check();
                columns.write(rows, array, out);
                lease.mysql().input().consumed();
            }
        } catch (CallFailure bound) {
            endUnread(lease, rows, bounds);
            throw afterExecution(bound, bounds);
        }
        if (array.isTruncated()) {
            endUnread(lease, rows, bounds);
        } else {
            rows.close();
        }
        return array.end(columns.labels());
    }

    /** Whether its rows are a plan. Both engines send one in JSON as a text. */
    private boolean explains() {
        return variant.isAdHoc() && variant.sql().regionMatches(true, 0, EXPLAIN, 0, EXPLAIN.length());
    }

    /** Whether there is another row that may fit into the result. */
    private static boolean next(ResultSet rows, MysqlLease lease, RowArray array, Bounds bounds) throws SQLException {
        try {
            return rows.next();
        } catch (SQLException broken) {
            if (!bounds.writes() && lease.mysql().input().refused().orElse(null) instanceof ResultTooLarge tooLarge) {
                array.leaveOutUnread(tooLarge);
                return false;
            }
            throw broken;
        }
    }

    /** Closing the result would read all remaining rows, so the connection is closed, unless only one row is left. */
    private static void endUnread(MysqlLease lease, ResultSet rows, Bounds bounds) throws SQLException {
        if (bounds.writes()) {
            // The engine rolls back a statement whose rows it cannot send.
            while (rows.next()) {
                lease.mysql().input().consumed();
            }
            return;
        }
        try {
            if (!rows.next()) {
                return;
            }
        } catch (SQLException broken) {
            // The connection is closed below.
        }
        lease.abort();
    }

    private void bind(int position, SqlVariant.Bind bind, Object value) throws SQLException {
        if (value == null) {
            statement.setNull(position, Types.NULL);
            return;
        }
        switch (bind) {
            case UNTYPED -> statement.setString(position, value.toString());
            case INT4, INT8 -> statement.setLong(position, (Long) value);
            case DECIMAL -> statement.setBigDecimal(position, (BigDecimal) value);
            case BOOLEAN -> statement.setBoolean(position, (Boolean) value);
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
