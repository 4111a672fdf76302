package dev.hyperterse.runtime.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes large answers a piece at a time: the HTTP server copies what it is handed before it sends it, so a peer that
 * reads slowly would hold each answer twice, the second time outside of every budget.
 */
final class Pieces {
    /** Up to here a copy is part of the working memory of a connection. */
    static final int SIZE = 32 * 1024;

    private Pieces() {}

    /** @param written runs after each piece */
    static void write(byte[] bytes, int from, int to, OutputStream out, Runnable written) throws IOException {
        for (int at = from; at < to; at += SIZE) {
            out.write(bytes, at, Math.min(SIZE, to - at));
            written.run();
        }
    }
}
