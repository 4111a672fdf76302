package dev.hyperterse.runtime.connector.postgres;

import com.google.re2j.Pattern;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.connector.postgres.rows.CellEncoder;
import dev.hyperterse.runtime.connector.postgres.rows.Columns;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.ColumnName;
import dev.hyperterse.runtime.result.RowArray;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import dev.hyperterse.runtime.tool.bind.SqlVariant;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.BitSet;
import java.util.Optional;
import org.postgresql.jdbc.PgResultSet;

/** A variant prepared on one connection, with the encoders of its columns once they are known. */
public final class PostgresStatement implements AutoCloseable {
    private static final Pattern PARAMETER_NUMBER = Pattern.compile("\\$(\\d+)");
    private static final Columns NOT_KNOWN =
            new Columns(new ColumnName[0], new CellEncoder[0], new String[] {"never described"}, new int[1]);

    private final PreparedStatement statement;
    private final SqlVariant variant;
    /** Parameters that are sent as text, because the engine could not tell their type. */
    private final BitSet asText;
    /** Where the connection's driver reads. */
    private final Optional<CountedSocket> socket;

    private Columns columns = NOT_KNOWN;

    private PostgresStatement(
            PreparedStatement statement, SqlVariant variant, BitSet asText, Optional<CountedSocket> socket) {
        this.statement = statement;
        this.variant = variant;
        this.asText = asText;
        this.socket = socket;
    }

    /** Runs the statement on the lease and writes its rows; prepares it again where the engine asks for that. */
    static int run(PostgresLease lease, BoundStatement bound, int maxRows, CallScope scope, ResultBuffer out)
            throws SQLException {
        var mark = out.size();
        var prepared = lease.statement(
                bound.variant(), variant -> prepare(lease.connection(), variant, maxRows, new BitSet()));
        // At most once for each parameter, and once for an outdated plan.
        for (var attempts = bound.values().length + 1; ; attempts--) {
            try {
                return prepared.execute(lease, bound, maxRows, scope, out);
            } catch (SQLException failure) {
                out.resetTo(mark);
                if (attempts == 0 || scope.ended().isPresent()) {
                    throw failure;
                }
                prepared = prepared.preparedAgain(lease, failure, maxRows);
            }
        }
    }

    private static PostgresStatement prepare(Connection connection, SqlVariant variant, int maxRows, BitSet asText)
            throws SQLException {
        var statement = connection.prepareStatement(variant.sql());
        // One more than allowed, so that too many can be told from enough.
        statement.setMaxRows(maxRows + 1);
        return new PostgresStatement(statement, variant, asText, DriverSocket.counted(connection));
    }

    private PostgresStatement preparedAgain(PostgresLease lease, SQLException failure, int maxRows)
            throws SQLException {
        var text = (BitSet) asText.clone();
        if (PostgresFailure.isUnknownParameterType(failure)) {
            var number = PARAMETER_NUMBER.matcher(String.valueOf(failure.getMessage()));
            if (!number.find() || !isUntyped(Integer.parseInt(number.group(1)) - 1)) {
                throw failure;
            }
            text.set(Integer.parseInt(number.group(1)) - 1);
        } else if (!PostgresFailure.isOutdatedPlan(failure)) {
            throw failure;
        }
        lease.forget(variant);
        return lease.statement(variant, again -> prepare(lease.connection(), again, maxRows, text));
    }

    private boolean isUntyped(int index) {
        return index < variant.binds().size()
                && variant.binds().get(index) == SqlVariant.Bind.UNTYPED
                && !asText.get(index);
    }

    private int execute(PostgresLease lease, BoundStatement bound, int maxRows, CallScope scope, ResultBuffer out)
            throws SQLException {
        var values = bound.values();
        for (var index = 0; index < values.length; index++) {
            bind(index, values[index]);
        }
        lease.begin(statement::cancel, scope);
        socket.ifPresent(counted -> counted.begin(bound.memory()));
        try {
            if (!statement.execute()) {
                RowArray.affected(Math.max(0, statement.getUpdateCount()), out);
                return 1;
            }
            try (var rows = (PgResultSet) statement.getResultSet()) {
                if (!columns.describe(rows)) {
                    columns = Columns.of(rows, lease.connection());
                }
                return columns.write(rows, maxRows, out);
            }
        } finally {
            socket.ifPresent(CountedSocket::end);
            lease.finish(scope);
            // The statement is held open for the next call, and must not hold the values of this one.
            statement.clearParameters();
        }
    }

    private void bind(int index, Object value) throws SQLException {
        var position = index + 1;
        switch (variant.binds().get(index)) {
            case UNTYPED -> untyped(position, asText.get(index), value);
            case INT4 -> {
                if (value == null) {
                    statement.setNull(position, Types.INTEGER);
                } else {
                    statement.setInt(position, ((Long) value).intValue());
                }
            }
            case INT8 -> {
                if (value == null) {
                    statement.setNull(position, Types.BIGINT);
                } else {
                    statement.setLong(position, (Long) value);
                }
            }
            case DECIMAL -> {
                if (value == null) {
                    statement.setNull(position, Types.NUMERIC);
                } else {
                    statement.setBigDecimal(position, (BigDecimal) value);
                }
            }
            case BOOLEAN -> {
                if (value == null) {
                    statement.setNull(position, Types.BOOLEAN);
                } else {
                    statement.setBoolean(position, (Boolean) value);
                }
            }
        }
    }

    private void untyped(int position, boolean text, Object value) throws SQLException {
        var type = text ? Types.VARCHAR : Types.OTHER;
        if (value == null) {
            statement.setNull(position, type);
        } else {
            statement.setObject(position, value.toString(), type);
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
