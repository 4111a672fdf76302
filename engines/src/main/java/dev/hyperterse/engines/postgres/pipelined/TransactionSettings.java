package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedConnection;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatement;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementAnswer;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import java.util.Optional;

/**
 * Settings and role of the transaction that a statement is prepared or run in. They are a statement of their own in
 * front of it. Without a Sync in between, both are one implicit transaction: local settings end with it, even if the
 * statement fails.
 */
final class TransactionSettings {
    private static final int ALL_ROWS = 0;

    private final StatementProfile profile;
    private final BoundStatement bound;
    private Optional<PreparedStatement> prepared = Optional.empty();
    private StatementAnswer expected = new StatementAnswer(true);

    TransactionSettings(StatementProfile profile, BoundStatement bound) {
        this.profile = profile;
        this.bound = bound;
    }

    void write(ClientMessages engine, PreparedStatements statements) {
        var known = statements.find(profile);
        prepared = known.or(() -> Optional.of(statements.prepare(profile, engine)));
        expected = new StatementAnswer(known.isEmpty());
        engine.bind(prepared.orElseThrow().name(), bound.values()).execute(ALL_ROWS);
    }

    /** Whether the message belongs to the response to these settings, which precedes that to the statement. */
    boolean accept(byte type) throws ProtocolViolation {
        if (expected.isComplete()) {
            return false;
        }
        expected.accept(type);
        return true;
    }

    void forget(PipelinedConnection connection) {
        prepared.ifPresent(it -> connection.forget(profile, it));
    }
}
