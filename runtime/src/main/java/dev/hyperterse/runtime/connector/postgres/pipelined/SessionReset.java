package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.connector.postgres.wire.ClientMessages;
import dev.hyperterse.runtime.connector.postgres.wire.ProtocolViolation;
import dev.hyperterse.runtime.connector.postgres.wire.ServerMessages;
import java.io.IOException;

/** Makes the session what every call expects; a round trip that also proves that the connection lives. */
final class SessionReset extends Exchange {
    private final String statements;
    private boolean complete;

    SessionReset(String statements) {
        this.statements = statements;
    }

    @Override
    void write(ClientMessages engine, PreparedStatements prepared) {
        engine.query(statements);
    }

    @Override
    void requireComplete() throws ProtocolViolation {
        if (!complete) {
            throw new ProtocolViolation("an answer without an end");
        }
    }

    @Override
    void message(ServerMessages message) throws IOException {
        switch (message.type()) {
            case 'C' -> complete = true;
            case 'T', 'D' -> {}
            default -> throw ProtocolViolation.unexpected(message.type());
        }
    }
}
