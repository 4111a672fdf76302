package dev.hyperterse.runtime.mcp.stream;

import java.io.IOException;

/** Where the notifications of one client are written to. Every method blocks until the bytes are with the peer's kernel. */
public interface NotificationSink {
    /** Before the first notification. */
    void begin() throws IOException;

    void notification(byte[] message) throws IOException;

    /** Something that clients ignore, to find out whether they are still there. */
    void comment() throws IOException;

    /** Ends in good order. */
    void close() throws IOException;
}
