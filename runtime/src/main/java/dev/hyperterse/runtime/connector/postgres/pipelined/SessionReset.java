package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.connector.postgres.wire.ServerMessages;

/** Makes the session what every call expects; a round trip that also proves that the connection lives. */
final class SessionReset extends SimpleQuestion {
    SessionReset(String statements) {
        super(statements);
    }

    @Override
    void row(ServerMessages message) {
        // Of a function that is called for what it does.
    }
}
