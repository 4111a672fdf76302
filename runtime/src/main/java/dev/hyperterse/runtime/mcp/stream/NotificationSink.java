package dev.hyperterse.runtime.mcp.stream;

import java.io.IOException;
import java.util.Optional;

/** The sink of one client's notifications. Every method blocks until the bytes are written to the socket. */
public interface NotificationSink {
    /** Before the first notification. */
    void begin() throws IOException;

    /** @param uri of the resource, if the notification is about one */
    void notification(Notice notice, Optional<String> uri) throws IOException;

    /** A comment, which clients ignore: it detects lost peers. */
    void comment() throws IOException;

    /** Ends the stream gracefully. */
    void close() throws IOException;
}
