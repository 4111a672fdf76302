package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.connector.postgres.wire.ClientMessages;
import dev.hyperterse.runtime.connector.postgres.wire.ProtocolViolation;
import dev.hyperterse.runtime.connector.postgres.wire.ServerError;
import dev.hyperterse.runtime.connector.postgres.wire.ServerMessages;
import java.io.IOException;

/** Who an answer is for when no exchange is under way: there is none that the engine may send then. */
final class Nobody extends Exchange {
    static final Nobody WAITS = new Nobody();

    private Nobody() {}

    @Override
    void write(ClientMessages engine, PreparedStatements prepared) {
        throw new IllegalStateException("nothing is sent for nobody");
    }

    @Override
    void requireComplete() throws ProtocolViolation {
        throw new ProtocolViolation("an end of an answer that was not asked for");
    }

    @Override
    void message(ServerMessages message) throws IOException {
        throw ProtocolViolation.unexpected(message.type());
    }

    @Override
    void fail(ServerError reported) {
        // Such as its goodbye; the connection ends behind it.
    }

    @Override
    public boolean admits(byte type, int length) throws IOException {
        throw ProtocolViolation.unexpected(type);
    }
}
