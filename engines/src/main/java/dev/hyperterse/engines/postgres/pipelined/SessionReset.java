package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.engines.postgres.wire.ServerMessages;

/** Restores the session that every call expects; the round trip also proves that the connection is open. */
final class SessionReset extends SimpleQuestion {
    SessionReset(String statements) {
        super(statements);
    }

    @Override
    void row(ServerMessages message) {
        // The result of a function that is called for its effect.
    }
}
