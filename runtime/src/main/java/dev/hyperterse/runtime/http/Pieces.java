package dev.hyperterse.runtime.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes large responses in pieces: the HTTP server copies each array before it sends it, so a slow peer would hold a
 * response twice, the second time outside of the budget.
 */
final class Pieces {
    /** A copy of this size counts as working memory of the connection. */
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
