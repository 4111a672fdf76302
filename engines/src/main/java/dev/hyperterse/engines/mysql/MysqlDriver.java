package dev.hyperterse.engines.mysql;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.Effect;
import dev.hyperterse.engines.jdbc.FixedIsolation;
import dev.hyperterse.engines.jdbc.JdbcEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** MySQL and MariaDB over the driver of MariaDB. */
final class MysqlDriver implements JdbcEngine<MysqlLease> {
    /** Added to the statement timeout: the engine should time out first, but MySQL does not time out writes. */
    private static final long GRACE_MILLIS = 1000;

    private final Adapter adapter;
    private final MysqlSettings settings;
    private final MysqlSession session;

    MysqlDriver(Adapter adapter, MysqlSettings settings) {
        this.adapter = adapter;
        this.settings = settings;
        this.session = new MysqlSession(adapter, settings.collation());
    }

    @Override
    public Connection open() throws SQLException {
        var mysql = connect();
        try {
            session.begin(mysql);
        } catch (SQLException failed) {
            mysql.driver().close();
            throw failed;
        }
        return FixedIsolation.of(mysql.driver(), mysql);
    }

    private MysqlConnection connect() throws SQLException {
        try {
            return CountedSockets.connect(settings.configuration());
        } catch (SQLException failed) {
            if (settings.withoutTls().isPresent() && MysqlFailure.isWithoutTls(failed)) {
                return CountedSockets.connect(settings.withoutTls().get());
            }
            throw failed;
        }
    }

    @Override
    public String reason(SQLException failure) {
        return MysqlFailure.reason(failure);
    }

    @Override
    public MysqlLease lease(Connection loan, long now) throws SQLException {
        return MysqlLease.of(loan, now);
    }

    @Override
    public boolean ready(MysqlLease lease, CallScope scope) {
        return session.ready(lease, scope);
    }

    @Override
    public int run(MysqlLease lease, BoundStatement statement, int maxRows, CallScope scope, ResultBuffer out)
            throws SQLException {
        requireQuery(statement.variant());
        scope.within(statementTimeout().longer(GRACE_MILLIS));
        var bounds =
                new MysqlStatement.Bounds(maxRows, settings.longestRow(), adapter.access() == Adapter.Access.ReadWrite);
        return MysqlStatement.run(lease, statement, bounds, scope, out);
    }

    /** A session that only reads is not enough: a block of statements, or SET STATEMENT, can change the session first. */
    private void requireQuery(SqlVariant variant) {
        if (adapter.access() == Adapter.Access.ReadOnly && !variant.isQuery(Dialect.MYSQL)) {
            throw new CallFailure(
                    Stage.EXECUTION,
                    "the adapter is read-only, and this is no query; begin with SELECT, WITH, VALUES, TABLE, SHOW or EXPLAIN");
        }
    }

    private TimeLimit statementTimeout() {
        return TimeLimit.ofStatement(adapter.statementTimeoutMillis());
    }

    @Override
    public void prepare(MysqlLease lease, SqlVariant variant) throws SQLException {
        MysqlStatement.prepareOnly(lease, variant);
    }

    @Override
    public Optional<EngineMessage> refusal(SQLException failure) {
        return MysqlFailure.isOfStatement(failure) ? Optional.of(MysqlFailure.message(failure)) : Optional.empty();
    }

    @Override
    public void observe(MysqlLease lease, CallScope scope) {
        session.observe(lease, scope);
    }

    @Override
    public Failure explain(MysqlLease lease, SQLException failure) {
        var refused = lease.mysql().input().refused();
        if (refused.isPresent()) {
            // The rest of the rows cannot be read, and the engine may roll back what it cannot send.
            return new Failure(
                    adapter.access() == Adapter.Access.ReadWrite ? Effect.UNKNOWN.of(refused.get()) : refused.get(),
                    true);
        }
        if (MysqlFailure.isLost(failure)) {
            lease.abort();
        }
        return new Failure(MysqlFailure.ofCall(failure, statementTimeout()), false);
    }
}
