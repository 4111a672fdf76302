package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.IOException;

/** The client's own statements between calls: without values, not prepared, with few and small rows. */
public abstract class SimpleQuestion extends PipelinedExchange {
    private final String sql;
    private boolean complete;

    protected SimpleQuestion(String sql) {
        this.sql = sql;
    }

    protected abstract void row(ServerMessages message) throws IOException;

    @Override
    protected final void write(ClientMessages engine, PreparedStatements prepared) {
        engine.query(sql);
    }

    @Override
    protected final void message(ServerMessages message) throws IOException {
        switch (message.type()) {
            case 'D' -> row(message);
            case 'C' -> complete = true;
            case 'T' -> {}
            default -> throw ProtocolViolation.unexpected(message.type());
        }
    }

    @Override
    protected final void requireComplete() throws ProtocolViolation {
        if (!complete) {
            throw new ProtocolViolation("an answer without an end");
        }
    }
}
