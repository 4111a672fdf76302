package dev.hyperterse.engines.redis;

import java.io.IOException;

/** The other side violates RESP3; the connection is unusable. */
final class UnexpectedReply extends IOException {
    private static final long serialVersionUID = 1L;

    UnexpectedReply(String what) {
        super(what);
    }
}
