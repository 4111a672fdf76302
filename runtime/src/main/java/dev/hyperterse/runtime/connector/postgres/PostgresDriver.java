package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.connector.FailureReason;
import dev.hyperterse.runtime.connector.jdbc.JdbcEngine;
import dev.hyperterse.runtime.connector.jdbc.KeptIsolation;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.Driver;

/** Postgres over its driver, for adapters that write. What binding relies on is fixed in each session as it begins. */
final class PostgresDriver implements JdbcEngine<PostgresLease> {
    private final PostgresSettings settings;
    private final PostgresSession session;
    private final String restoration;
    private final Driver driver = new Driver();

    PostgresDriver(Adapter adapter, PostgresSettings settings) {
        this.settings = settings;
        this.session = new PostgresSession(adapter);
        this.restoration = PostgresSession.restoration(adapter);
    }

    @Override
    public Connection open() throws SQLException {
        var connection = driver.connect(settings.url(), settings.properties());
        try (var statement = connection.createStatement()) {
            statement.execute(restoration);
            DriverSocket.count(connection);
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
        return KeptIsolation.of(connection);
    }

    /** The driver's own check of host names has neither a state nor a class of its own. */
    @Override
    public String reason(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("hostnameverifier")
                ? FailureReason.WRONG_HOST_NAME
                : FailureReason.of(failure, String.valueOf(failure.getSQLState()));
    }

    @Override
    public PostgresLease lease(Connection loan, long now) throws SQLException {
        return PostgresLease.of(loan, now);
    }

    @Override
    public boolean ready(PostgresLease lease, CallScope scope) {
        return session.ready(lease, scope);
    }

    @Override
    public int run(PostgresLease lease, BoundStatement statement, int maxRows, CallScope scope, ResultBuffer out)
            throws SQLException {
        return PostgresStatement.run(lease, statement, maxRows, scope, out);
    }

    @Override
    public void observe(PostgresLease lease) {
        session.observe(lease);
    }

    @Override
    public Failure explain(PostgresLease lease, SQLException failure) {
        // A connection that broke because the call has no memory for its result says nothing about the database.
        var refused = DriverSocket.counted(lease.connection()).flatMap(CountedSocket::refused);
        if (refused.isPresent()) {
            var noMemory = new CallFailure(
                    Stage.EXECUTION,
                    "there was no memory for the result; whether the statement took effect is unknown");
            return new Failure(noMemory, true);
        }
        return new Failure(PostgresFailure.ofCall(failure), PostgresFailure.leavesConnectionUnclear(failure));
    }
}
