package dev.hyperterse.engines.redis;

import java.io.IOException;

/** The engine refuses this connection. */
final class RefusedConnection extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient ErrorReply reply;

    RefusedConnection(ErrorReply reply) {
        super(reply.code());
        this.reply = reply;
    }

    String reason() {
        return reply.reason();
    }
}
