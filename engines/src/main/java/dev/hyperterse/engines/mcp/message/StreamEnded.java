package dev.hyperterse.engines.mcp.message;

import java.io.IOException;

/** The stream of a request has ended without its answer, and nothing more of it can be read. */
public final class StreamEnded extends IOException {
    private static final long serialVersionUID = 1L;

    public StreamEnded(String why) {
        super(why);
    }
}
