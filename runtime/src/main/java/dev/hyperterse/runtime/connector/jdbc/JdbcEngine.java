package dev.hyperterse.runtime.connector.jdbc;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.EngineMessage;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import dev.hyperterse.runtime.tool.bind.SqlVariant;
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

    /** Why there is none, in words that name no host, user or secret. */
    String reason(SQLException failure);

    L lease(Connection loan, long now) throws SQLException;

    /**
     * Makes sure, before a call, that the connection is open and its session what a call expects; false when it is of no use.
     */
    boolean ready(L lease, CallScope scope);

    /** Runs the statement and writes its rows, at most {@code maxRows}. */
    int run(L lease, BoundStatement statement, int maxRows, CallScope scope, ResultBuffer out) throws SQLException;

    /** Makes the engine prepare the statement and release it; nothing is executed. */
    void prepare(L lease, SqlVariant variant) throws SQLException;

    /** What the engine says against a statement that it does not prepare; empty when the failure is not of the statement. */
    Optional<EngineMessage> refusal(SQLException failure);

    /** After a call whose connection is kept: notes what it changed there. */
    void observe(L lease, CallScope scope);

    Failure explain(L lease, SQLException failure);

    /**
     * What a failure of a statement means.
     *
     * @param unclear whether the connection is in the middle of an answer, though it is not lost
     */
    record Failure(CallFailure ofCall, boolean unclear) {}
}
