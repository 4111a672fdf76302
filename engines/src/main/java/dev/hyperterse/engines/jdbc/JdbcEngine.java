package dev.hyperterse.engines.jdbc;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The parts of a {@link JdbcConnector} that differ by engine: its connections, its sessions, its statements and what
 * its errors mean.
 *
 * @param <L> a leased connection, with what the engine knows of it
 */
public interface JdbcEngine<L extends Lease<?>> {
    /** A new connection, in the session that a call expects. */
    Connection open() throws SQLException;

    /** The reason why there is no connection; names no host, user or secret. */
    String reason(SQLException failure);

    L lease(Connection loan, long now) throws SQLException;

    /**
     * Before a call: makes sure that the connection is open and restores its session; false when the connection is
     * unusable.
     */
    boolean ready(L lease, CallScope scope);

    /** Runs the statement and writes its rows, at most {@code maxRows}. */
    int run(L lease, BoundStatement statement, int maxRows, CallScope scope, ResultBuffer out) throws SQLException;

    /** Makes the engine prepare the statement and release it; nothing is executed. */
    void prepare(L lease, SqlVariant variant) throws SQLException;

    /** The engine's message for a statement that it refuses to prepare; empty when the statement is not the cause. */
    Optional<EngineMessage> refusal(SQLException failure);

    /** Called after a call whose connection is reused: records whether the session has changed. */
    void observe(L lease, CallScope scope);

    Failure explain(L lease, SQLException failure);

    /**
     * The meaning of a failed statement.
     *
     * @param unclear whether the connection is in the middle of a response, though it is not lost
     */
    record Failure(CallFailure ofCall, boolean unclear) {}
}
