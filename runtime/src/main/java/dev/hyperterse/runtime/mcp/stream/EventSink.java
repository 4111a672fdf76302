package dev.hyperterse.runtime.mcp.stream;

import java.io.IOException;

/** The sink of one stream's events. Every method blocks until the bytes are with the peer's kernel. */
public interface EventSink {
    /** An event that gives the client an id to come back with; {@code primed} adds the empty data of 2025-11-25. */
    void prime(String eventId, boolean primed) throws IOException;

    void event(String eventId, byte[] message) throws IOException;

    /** One that no client can come back behind. */
    void message(byte[] message) throws IOException;

    /** Something that clients ignore, to find out whether they are still there. */
    void comment() throws IOException;

    /** Ends the stream in good order. */
    void close() throws IOException;

    /** Sends the head of the response, as late as possible: afterwards no status can be answered any more. */
    @FunctionalInterface
    interface Opening {
        EventSink open() throws IOException;
    }
}
