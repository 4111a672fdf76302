package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.engines.postgres.wire.ClientMessages;
import dev.hyperterse.engines.postgres.wire.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.ServerMessages;
import java.io.IOException;

/** The client's own statements between calls: without values, not prepared, with few and small rows. */
abstract class SimpleQuestion extends PipelinedExchange {
    private final String sql;
    private boolean complete;

    SimpleQuestion(String sql) {
        this.sql = sql;
    }

    /** Takes a row. */
    abstract void row(ServerMessages message) throws IOException;

    @Override
    final void write(ClientMessages engine, PreparedStatements prepared) {
        engine.query(sql);
    }

    @Override
    final void message(ServerMessages message) throws IOException {
        switch (message.type()) {
            case 'D' -> row(message);
            case 'C' -> complete = true;
            case 'T' -> {}
            default -> throw ProtocolViolation.unexpected(message.type());
        }
    }

    @Override
    final void requireComplete() throws ProtocolViolation {
        if (!complete) {
            throw new ProtocolViolation("an answer without an end");
        }
    }
}
