package dev.hyperterse.engines.postgres.wire.message;

import java.io.IOException;

/** The peer violates the protocol; the connection is unusable. */
public final class ProtocolViolation extends IOException {
    private static final long serialVersionUID = 1L;

    public ProtocolViolation(String what) {
        super(what);
    }

    public static ProtocolViolation unexpected(byte type) {
        return new ProtocolViolation("unexpected message of type " + (type & 0xff));
    }
}
