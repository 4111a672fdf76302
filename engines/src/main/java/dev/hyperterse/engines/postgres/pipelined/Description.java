package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatement;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.pipelined.statement.RowDescription;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementAnswer;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.IOException;
import java.util.Optional;

/** Prepares a statement without running it, to read the types of its columns. */
final class Description extends PipelinedExchange {
    private final StatementProfile profile;
    private final Optional<TransactionSettings> settings;
    private final StatementAnswer expected = new StatementAnswer(true);
    private PreparedStatement prepared;
    private Optional<RowDescription> columns = Optional.empty();

    /** @param settings that the meaning of names in the statement may depend on */
    Description(StatementProfile profile, Optional<TransactionSettings> settings) {
        this.profile = profile;
        this.settings = settings;
    }

    @Override
    protected void write(ClientMessages engine, PreparedStatements statements) {
        settings.ifPresent(it -> it.write(engine, statements));
        statements.find(profile).ifPresent(former -> statements.forget(profile, former));
        prepared = statements.prepare(profile, engine);
        engine.sync();
    }

    @Override
    protected void message(ServerMessages message) throws IOException {
        if (settings.isPresent() && settings.get().accept(message.type())) {
            return;
        }
        expected.accept(message.type());
        if (message.type() == 'T') {
            columns = Optional.of(RowDescription.of(message));
        }
    }

    @Override
    protected void requireComplete() throws ProtocolViolation {
        expected.requireDescribed();
    }

    /** The columns; empty for a statement without rows. */
    Optional<RowDescription> columns() {
        return columns;
    }

    PreparedStatement prepared() {
        return prepared;
    }
}
