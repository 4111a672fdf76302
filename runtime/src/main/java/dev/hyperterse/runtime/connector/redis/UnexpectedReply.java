package dev.hyperterse.runtime.connector.redis;

import java.io.IOException;

/** The other side does not speak RESP3; its connection is of no more use. */
final class UnexpectedReply extends IOException {
    private static final long serialVersionUID = 1L;

    UnexpectedReply(String what) {
        super(what);
    }
}
