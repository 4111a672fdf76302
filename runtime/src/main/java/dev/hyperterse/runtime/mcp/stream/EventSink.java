package dev.hyperterse.runtime.mcp.stream;

import java.io.IOException;

/** The sink of one stream's events. Every method blocks until the bytes are written to the socket. */
public interface EventSink {
    /** An event that gives the client an id to resume with; {@code primed} adds the empty data of 2025-11-25. */
    void prime(String eventId, boolean primed) throws IOException;

    void event(String eventId, byte[] message) throws IOException;

    /** An event without an id, after which no client can resume. */
    void message(byte[] message) throws IOException;

    /** A comment, which clients ignore: it detects lost peers. */
    void comment() throws IOException;

    /** Ends the stream gracefully. */
    void close() throws IOException;

    /** Sends the head of the response, as late as possible: afterwards no status can be answered any more. */
    @FunctionalInterface
    interface Opening {
        EventSink open() throws IOException;
    }
}
