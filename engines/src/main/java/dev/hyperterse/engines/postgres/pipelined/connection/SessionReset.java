package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.engines.postgres.wire.message.ServerMessages;

/** Restores the session that every call expects; the round trip also proves that the connection is open. */
public final class SessionReset extends SimpleQuestion {
    public SessionReset(String statements) {
        super(statements);
    }

    @Override
    protected void row(ServerMessages message) {
        // The result of a function that is called for its effect.
    }
}
