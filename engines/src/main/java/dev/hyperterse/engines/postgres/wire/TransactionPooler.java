package dev.hyperterse.engines.postgres.wire;

import java.io.IOException;

/** A pooler runs the transactions of one connection in different sessions of the engine. */
public final class TransactionPooler extends IOException {
    private static final long serialVersionUID = 1L;

    TransactionPooler() {
        super("transactions of one connection run in different sessions");
    }
}
