package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerError;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.IOException;

/** Stands for the current exchange while there is none: the engine must not send a response then. */
final class NoExchange extends PipelinedExchange {
    static final NoExchange PENDING = new NoExchange();

    private NoExchange() {}

    @Override
    protected void write(ClientMessages engine, PreparedStatements prepared) {
        throw new IllegalStateException("nothing is sent without an exchange");
    }

    @Override
    protected void requireComplete() throws ProtocolViolation {
        throw new ProtocolViolation("the end of an answer that was not asked for");
    }

    @Override
    protected void message(ServerMessages message) throws IOException {
        throw ProtocolViolation.unexpected(message.type());
    }

    @Override
    void fail(ServerError reported) {
        // Such as the message before it closes the connection.
    }

    @Override
    public boolean admits(byte type, int length) throws IOException {
        throw ProtocolViolation.unexpected(type);
    }
}
